import { calendar } from 'virtual:content'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { readConflict } from '#site/kit/client/refusals.ts'
import { formatDate, formatMoment } from '#site/kit/format/date.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Button, type ButtonVariant } from '#site/kit/ui/primitives/button.tsx'
import type { Column } from '#site/kit/ui/table/data-table-list.ts'
import { refreshOperations } from './use-figure.ts'

const { timeZone } = calendar
const exact = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'long' })

interface TwoLinesProps {
  children: ReactNode
  below?: ReactNode
  isPlain?: boolean
}

/** A main line with a quieter one below, or beside it in a short row. `isPlain`: the main line is not bold. */
export function TwoLines({ children, below, isPlain = false }: TwoLinesProps) {
  return (
    <span className="block min-w-0 [.short_&]:inline [td_&]:leading-4">
      <span className={`block min-w-0 text-ink [.short_&]:inline ${isPlain ? '' : 'font-medium'}`}>
        {children}
      </span>
      {below && (
        <span className="mt-0.5 block min-w-0 text-ink-quiet [.short_&]:inline [.short_&]:before:content-['\00a0·_']">
          {below}
        </span>
      )}
    </span>
  )
}

/** An e-mail address. If it is too long for a line, it breaks after its @ or before its last dot. */
export function Email({ address }: { address: string }) {
  const host = address.lastIndexOf('@') + 1
  const end = Math.max(host, address.lastIndexOf('.'))
  return (
    <>
      {address.slice(0, host)}
      <wbr />
      {address.slice(host, end)}
      <wbr />
      {address.slice(end)}
    </>
  )
}

/** A date, with the exact time as its title. `isShort` omits the current year. */
export function DateCell({ iso, isShort = false }: { iso: string; isShort?: boolean }) {
  const date = formatDate(iso)
  return (
    <time dateTime={iso} title={exact.format(new Date(iso))} className="tabular-nums">
      {isShort ? omitThisYear(date) : date}
    </time>
  )
}

export function MomentCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="tabular-nums">
      {formatMoment(iso)}
    </time>
  )
}

/** @example omitThisYear('8 Dec 2026') // '8 Dec', in 2026 */
export function omitThisYear(date: string): string {
  const year = ` ${new Date().getFullYear()}`
  return date.endsWith(year) ? date.slice(0, -year.length) : date
}

export function EmptyValue() {
  return (
    <span data-nothing className="text-ink-quiet">
      –
    </span>
  )
}

/** A column of dates, each with the exact time as its title. */
export const dateColumn = <Row,>(...column: TimeColumn<Row>) => timeColumn(DateCell, ...column)
export const momentColumn = <Row,>(...column: TimeColumn<Row>) => timeColumn(MomentCell, ...column)

const BORDERLESS = '[&_:is(a,button)]:border-transparent [&_:is(a,button)]:bg-transparent'

/** The last column, with the buttons of each row, borderless so that a column of them does not outweigh the names. */
export function actionsColumn<Row>(cell: Column<Row>['cell'], className = ''): Column<Row> {
  const heading = () => <span className="sr-only">Actions</span>
  return {
    header: 'Actions',
    heading,
    cell,
    align: 'end',
    card: 'actions',
    className: `${BORDERLESS} ${className}`,
  }
}

type TimeColumn<Row> = [header: string, read: (row: Row) => string | null, more?: Partial<Column<Row>>]

function timeColumn<Row>(
  Cell: (props: { iso: string }) => ReactElement,
  ...[header, read, more]: TimeColumn<Row>
): Column<Row> {
  const cell = (row: Row) => {
    const iso = read(row)
    return iso ? <Cell iso={iso} /> : <EmptyValue />
  }
  return { header, cell, ...more }
}

interface RowButtonProps extends ComponentProps<typeof Button> {
  label: string
  /** Names the row. Screen readers say it after the label, because many rows have the same button. */
  of: string
}

export function RowButton({ label, of, ...rest }: RowButtonProps) {
  return (
    <Button variant="secondary" aria-label={`${label} ${of}`} {...rest}>
      {label}
    </Button>
  )
}

interface ActButtonProps {
  /** The path of the call, a POST without a body. */
  path: string
  icon: LucideIcon
  label: string
  of: string
  done: [title: string, description: string]
  failed: string
  explain?: (error: unknown) => string | undefined
  onDone: () => void
  variant?: ButtonVariant
}

/** Repeats what a log's row records: retries a job, sends a mail again. */
export function ActButton(props: ActButtonProps) {
  const { path, icon, label, of, done, failed, explain = readConflict, onDone, variant = 'secondary' } = props
  const { run, isBusy } = useAction(
    async () => {
      await callAdminApi(path, { method: 'POST' })
      showToast(...done)
      onDone()
      refreshOperations()
    },
    (error) => showError(failed, explain(error) ?? 'Please try again in a moment.'),
  )
  return (
    <RowButton
      variant={variant}
      icon={icon}
      label={label}
      of={of}
      busy={isBusy}
      aria-label={`${label}: ${of}`}
      className="px-3"
      onClick={run}
    />
  )
}
