/** The days are UTC's, so they are named in UTC. */
const options = { timeZone: 'UTC' } as const
const day = new Intl.DateTimeFormat('en-GB', { ...options, day: 'numeric', month: 'short' })
const wholeDay = new Intl.DateTimeFormat('en-GB', {
  ...options,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const month = new Intl.DateTimeFormat('en-GB', { ...options, month: 'short', year: '2-digit' })
const wholeMonth = new Intl.DateTimeFormat('en-GB', { ...options, month: 'long', year: 'numeric' })

/** @param start the first day @example namePeriod('2026-11-20', 'day') // 20 Nov */
export function namePeriod(start: string, unit: 'day' | 'week' | 'month', isWhole = false): string {
  const date = new Date(start)
  if (unit === 'month') return (isWhole ? wholeMonth : month).format(date)
  return (isWhole ? wholeDay : day).format(date)
}
