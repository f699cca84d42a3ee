import { calendar } from 'virtual:content'
import { showTimesOf } from '../../format/date.ts'

showTimesOf(calendar.timeZone)

/** Names the zone of all times of the page in the padding above its content, which nothing moves. */
export function TimesNote() {
  return (
    <p className="absolute right-4 top-1 text-xs leading-4 text-ink-quiet sm:right-6">
      Times in {calendar.timeZone}
    </p>
  )
}
