import type { ReactNode } from 'react'
import { formatDate, formatMoment } from '../../../format/date.ts'

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' })

/** A main line and a quieter one under it, beside it where a table's row has the room. `isPlain`: the main line is no heading of the row. */
export function TwoLines({
  children,
  below,
  isPlain = false,
}: {
  children: ReactNode
  below?: ReactNode
  isPlain?: boolean
}) {
  return (
    <span className="block min-w-0 [td_&]:flex [td_&]:flex-wrap [td_&]:items-baseline [td_&]:gap-x-2 [td.text-right_&]:justify-end">
      <span className={`block min-w-0 text-ink ${isPlain ? '' : 'font-medium'}`}>{children}</span>
      {below && <span className="mt-0.5 block min-w-0 text-ink-quiet [td_&]:mt-0">{below}</span>}
    </span>
  )
}

/** If it does not fit on a line, it breaks after its @, then before its last dot. */
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

/** The day; the exact time in a title. `isShort`: without the year while it is this one. */
export function DateCell({ iso, isShort = false }: { iso: string; isShort?: boolean }) {
  const date = formatDate(iso)
  return (
    <time dateTime={iso} title={exact.format(new Date(iso))} className="whitespace-nowrap tabular-nums">
      {isShort ? omitThisYear(date) : date}
    </time>
  )
}

/** Day and time, the exact time in a title. */
export function MomentCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {formatMoment(iso)}
    </time>
  )
}

/** @example omitThisYear('8 Dec 2026') // 8 Dec, all through 2026 */
export function omitThisYear(date: string): string {
  const year = ` ${new Date().getFullYear()}`
  return date.endsWith(year) ? date.slice(0, -year.length) : date
}

/** Stands for a value that is missing. */
export function Nothing() {
  return <span className="text-ink-quiet">–</span>
}
