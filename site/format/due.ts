import { formatCount } from './count.ts'
import { countDays } from './delivery.ts'

/** Dates this near are highlighted. */
const SOON_DAYS = 3

interface Due {
  label: string
  tone: 'negative' | 'caution' | 'neutral'
}

/**
 * Says how far away a promised date is. It is overdue when the company has closed on that day.
 * @example describeDue(new Date('2026-11-25T12:30:00Z'), new Date('2026-11-23T09:00:00Z')).label // Due in 2 days
 */
export function describeDue(promisedBy: Date, now: Date): Due {
  const days = countDays(now, promisedBy)
  if (promisedBy <= now) {
    const label = days === 0 ? 'Overdue since today' : `Overdue by ${formatCount(-days, 'day')}`
    return { label, tone: 'negative' }
  }
  const label = days === 0 ? 'Due today' : days === 1 ? 'Due tomorrow' : `Due in ${days} days`
  return { label, tone: days <= SOON_DAYS ? 'caution' : 'neutral' }
}
