import { formatMoment } from '../../../format/date.ts'

/** Day and time, the exact time in a title. */
export function MomentCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {formatMoment(iso)}
    </time>
  )
}
