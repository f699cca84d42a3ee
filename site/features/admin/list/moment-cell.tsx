const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Day and time, the exact time in a title. */
export function MomentCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {moment.format(new Date(iso))}
    </time>
  )
}
