const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** @param iso ISO 8601 in UTC @example formatDate('2026-11-20T09:00:00Z') // 20 Nov 2026 */
export function formatDate(iso: string): string {
  return day.format(new Date(iso))
}
