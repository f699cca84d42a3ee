import { calendar } from 'virtual:content'
import type { ReactNode } from 'react'
import { formatDate, formatMoment } from '../../../format/date.ts'

const { timeZone } = calendar
const exact = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'long' })

/** A main line and a quieter one: below it, or beside it in a short row or a table with enough room. `isPlain`: the main line is not bold. */
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
    <span className="block min-w-0 [.short_&]:inline [td_&]:flex [td_&]:flex-wrap [td_&]:items-baseline [td_&]:gap-x-2 [td.text-right_&]:justify-end">
      <span className={`block min-w-0 text-ink [.short_&]:inline ${isPlain ? '' : 'font-medium'}`}>
        {children}
      </span>
      {below && (
        <span className="mt-0.5 block min-w-0 text-ink-quiet [.short_&]:inline [.short_&]:before:content-['_·_'] [td_&]:mt-0">
          {below}
        </span>
      )}
    </span>
  )
}

/** An address that breaks after its @ or before its last dot if it does not fit on a line. */
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

/** A date, with the exact time as its title. `isShort`: the present year is left out. */
export function DateCell({ iso, isShort = false }: { iso: string; isShort?: boolean }) {
  const date = formatDate(iso)
  return (
    <time dateTime={iso} title={exact.format(new Date(iso))} className="whitespace-nowrap tabular-nums">
      {isShort ? omitThisYear(date) : date}
    </time>
  )
}

/** A date and time, with the exact time as its title. */
export function MomentCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {formatMoment(iso)}
    </time>
  )
}

/** @example omitThisYear('8 Dec 2026') // '8 Dec', in 2026 */
export function omitThisYear(date: string): string {
  const year = ` ${new Date().getFullYear()}`
  return date.endsWith(year) ? date.slice(0, -year.length) : date
}

/** Stands for a value that is missing. */
export function Nothing() {
  return (
    <span data-nothing className="text-ink-quiet">
      –
    </span>
  )
}
