import { calendar } from 'virtual:content'
import { showTimesOf } from '#site/kit/format/date.ts'

showTimesOf(calendar.timeZone)

/** Names the time zone of all times on the page, in the padding at its foot. */
export function TimesNote() {
  return (
    <p className="absolute bottom-6 right-4 text-xs leading-4 text-ink-quiet sm:right-6">
      Times in {calendar.timeZone}
    </p>
  )
}
