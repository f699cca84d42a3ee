import { ArrowRight } from 'lucide-react'
import type { AuditChange, AuditValue } from '#api/contract/platform/audit.ts'
import {
  ASSIGNMENT_STATUS_LABELS,
  ORDER_STATUS_LABELS,
  PAYMENT_STATUS_LABELS,
} from '#api/rules/status-labels.ts'
import { formatMoment } from '#site/kit/format/date.ts'

const STATUS_WORDS = new Map(
  Object.entries({
    ...ORDER_STATUS_LABELS,
    ...ASSIGNMENT_STATUS_LABELS,
    ...PAYMENT_STATUS_LABELS,
    // Entries from before 0.9.0, which never change.
    part_paid: PAYMENT_STATUS_LABELS.instalment_paid,
  }).map(([status, label]) => [status, label.toLowerCase()]),
)
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const SHOWN_FIRST = 3
/** In characters. A longer text is cut until it is expanded. */
const LONG = 90

export function ChangeList({ changes }: { changes: AuditChange[] }) {
  const rest = changes.slice(SHOWN_FIRST)
  return (
    <div className="min-w-0 text-left text-sm [overflow-wrap:anywhere]">
      <Changes changes={changes.slice(0, SHOWN_FIRST)} />
      {rest.length > 0 && (
        <details className="group mt-1">
          <summary className="inline-flex min-h-8 cursor-pointer items-center rounded text-sm font-medium text-accent-strong group-open:hidden">
            {rest.length} more
          </summary>
          <Changes changes={rest} />
        </details>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: AuditChange[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {changes.map((change) => (
        <li key={change.field}>
          <span className="text-ink-quiet">{describeField(change.field)}: </span>
          <Change change={change} />
        </li>
      ))}
    </ul>
  )
}

function Change({ change: { from, to } }: { change: AuditChange }) {
  if (Array.isArray(from) || Array.isArray(to)) {
    return <ListChange from={toLines(from)} to={toLines(to)} />
  }
  const start = typeof from === 'string' && typeof to === 'string' ? findDifference(from, to) : 0
  return (
    <>
      {from !== null && from !== '' && (
        <>
          <span className="sr-only">from </span>
          <Value text={describeValue(from)} start={start} />{' '}
          <ArrowRight aria-hidden="true" className="inline size-3.5 text-ink-quiet" />
          <span className="sr-only"> to </span>{' '}
        </>
      )}
      <Value text={describeValue(to)} start={start} isNew />
    </>
  )
}

const toLines = (value: AuditChange['from']) => (Array.isArray(value) ? value : [])

function ListChange({ from, to }: { from: string[]; to: string[] }) {
  const { added, removed } = compareLists(from, to)
  if (added.length + removed.length === 0) return <span className="text-ink">reordered</span>
  return (
    <ul className="mt-0.5 flex flex-col gap-0.5 border-l-2 border-line pl-2.5">
      {removed.map((line) => (
        <ChangedLine key={`- ${line}`} line={line} />
      ))}
      {added.map((line) => (
        <ChangedLine key={`+ ${line}`} line={line} isNew />
      ))}
    </ul>
  )
}

function ChangedLine({ line, isNew = false }: { line: string; isNew?: boolean }) {
  return (
    <li>
      <span aria-hidden="true" className={`mr-1.5 font-medium ${isNew ? 'text-positive' : 'text-negative'}`}>
        {isNew ? '+' : '−'}
      </span>
      <span className="sr-only">{isNew ? 'added: ' : 'removed: '}</span>
      <Value text={line} isNew={isNew} />
    </li>
  )
}

interface ValueProps {
  text: string | undefined
  start?: number
  isNew?: boolean
}

/** @param start where the excerpt of a long text begins */
function Value({ text, start = 0, isNew = false }: ValueProps) {
  const tone = isNew ? 'font-medium text-ink' : 'text-ink-quiet'
  if (text === undefined) return <span className="text-ink-quiet">empty</span>
  if (text.length <= LONG) return <span className={tone}>{text}</span>
  return (
    <details className="group inline">
      <summary className={`inline cursor-pointer rounded ${tone}`}>
        <span className="group-open:hidden">{foldText(text, start)}</span>
        <span className="hidden text-accent-strong group-open:inline">Less</span>
      </summary>
      <p className={`whitespace-pre-line ${tone}`}>{text}</p>
    </details>
  )
}

function foldText(text: string, start: number): string {
  const shown = text.slice(start, start + LONG).trim()
  return `${start > 0 ? '…' : ''}${shown}${start + LONG < text.length ? '…' : ''}`
}

/** Entries from before 0.9.0 say `part2` of an instalment. @example describeField('deliveryDays') // 'Delivery days' */
export function describeField(field: string): string {
  if (field === 'url') return 'Address'
  const words = field
    .replace(/^part(?=[1-3])/, 'instalment')
    .replaceAll(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** @returns undefined if there is no value */
export function describeValue(value: Exclude<AuditValue, string[]>): string | undefined {
  if (value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && TIME.test(value)) return formatMoment(value)
  return STATUS_WORDS.get(String(value)) ?? String(value)
}

/** The lines added to a list and removed from it. If both are empty, only their order has changed. */
export function compareLists(from: readonly string[], to: readonly string[]) {
  return {
    added: to.filter((line) => !from.includes(line)),
    removed: from.filter((line) => !to.includes(line)),
  }
}

/** In characters: how far before the first difference the excerpts of two long texts begin. */
const LEAD = 24

/**
 * Finds where the excerpts of two long texts should begin: at the start of a word shortly before their first difference.
 * @returns 0 for the beginning
 */
export function findDifference(from: string, to: string): number {
  let at = 0
  while (at < from.length && at < to.length && from[at] === to[at]) at += 1
  return at <= LEAD ? 0 : from.lastIndexOf(' ', at - LEAD) + 1
}
