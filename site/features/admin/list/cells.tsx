import type { ReactNode } from 'react'
import { formatDate } from '../../../format/date.ts'

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' })

/** A main line and a quieter one under it. `isPlain`: the main line is no heading of the row. */
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
    <span className="block min-w-0">
      <span className={`block text-ink ${isPlain ? '' : 'font-medium'}`}>{children}</span>
      {below && <span className="mt-0.5 block text-ink-quiet">{below}</span>}
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

/** The day; the exact time in a title. */
export function DateCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={exact.format(new Date(iso))} className="whitespace-nowrap tabular-nums">
      {formatDate(iso)}
    </time>
  )
}

/** Stands for a value that is missing. */
export function Nothing() {
  return <span className="text-ink-quiet">–</span>
}
