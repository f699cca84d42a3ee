import { calendar } from 'virtual:content'
import { showTimesOf } from '../../format/date.ts'

showTimesOf(calendar.timeZone)

/** Names the zone of all times of the page, above what loads. */
export function TimesNote() {
  return <p className="mb-2 text-right text-xs text-ink-quiet">Times in {calendar.timeZone}</p>
}
