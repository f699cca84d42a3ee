let day: Intl.DateTimeFormat | undefined
let moment: Intl.DateTimeFormat | undefined
let timeZone: string | undefined

/** Makes the page show times in this zone instead of the reader's. Call it before anything is formatted. */
export function showTimesOf(zone: string): void {
  timeZone = zone
}

/** @param iso ISO 8601 in UTC @example formatDate('2026-11-20T09:00:00Z') // 20 Nov 2026 */
export function formatDate(iso: string): string {
  // Created on first use, because on a phone that takes as long as a page's whole script.
  day ??= new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' })
  return day.format(new Date(iso))
}

/** Formats a calendar day, independent of the time zone. @example formatDay('2026-11-20') // 20 Nov 2026 */
export const formatDay = (day: string) => formatDate(`${day}T12:00:00${timeZone ? 'Z' : ''}`)

/** Formats day and time in the page's time zone. @param iso ISO 8601 in UTC @example formatMoment('2026-11-20T09:00:00Z') // 20 Nov 2026, 09:00 */
export function formatMoment(iso: string): string {
  moment ??= new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return moment.format(new Date(iso))
}

/** The time of day in the page's time zone. @param iso ISO 8601 in UTC @example formatTime('2026-11-20T09:00:00Z') // 09:00 */
export const formatTime = (iso: string) => formatMoment(iso).split(', ').at(-1) ?? ''
