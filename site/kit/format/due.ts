import { calendar } from 'virtual:content'
import { countLostDays } from '#api/rules/order-work/promised-date.ts'
import { formatCount } from './count.ts'
import { countDays } from './promised-date.ts'

/** Business days. Dates this near are highlighted. */
const SOON_DAYS = 3

interface Due {
  label: string
  tone: 'negative' | 'caution' | 'neutral'
}

/** @param businessDays a whole number @example describeLate(3) // 'Late by 3 business days' */
export const describeLate = (businessDays: number): string =>
  businessDays === 0 ? 'Less than a business day late' : `${formatCount(businessDays, 'business day')} late`

/** Counts days on the shop's calendar. @param promisedBy a date that has passed */
export const describeLateSince = (promisedBy: Date, now: Date): string =>
  describeLate(countLostDays(promisedBy, now, calendar))

/**
 * Says how far away a promised date is. An order is late once the company has closed on that day.
 * @example describeDue(new Date('2026-11-25T12:30:00Z'), new Date('2026-11-23T09:00:00Z')).label // Due in 2 business days
 */
export function describeDue(promisedBy: Date, now: Date): Due {
  if (promisedBy <= now) return { label: describeLateSince(promisedBy, now), tone: 'negative' }
  const calendarDays = countDays(now, promisedBy)
  const days = countLostDays(now, promisedBy, calendar)
  const label =
    calendarDays === 0
      ? 'Due today'
      : calendarDays === 1
        ? 'Due tomorrow'
        : `Due in ${formatCount(days, 'business day')}`
  return { label, tone: days <= SOON_DAYS ? 'caution' : 'neutral' }
}
