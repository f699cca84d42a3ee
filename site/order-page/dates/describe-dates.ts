/** The promised date in words: why it stands still, and what has moved it. */
import type { OrderDates } from '../../../api/contract/order-work/dates.ts'
import type { PauseKind } from '../../../api/rules/order-work/promised-date.ts'
import { formatCount } from '../../format/count.ts'
import { formatPromise } from '../../format/delivery.ts'

export type Reader = 'customer' | 'team'

const WAITS: Readonly<Record<Reader, Record<PauseKind, string>>> = {
  customer: {
    answers: 'your answers',
    delivery: 'you to check the delivery',
    refund_request: 'the decision on your refund',
    question: 'your answer to our message',
  },
  team: {
    answers: 'the customer’s answers',
    delivery: 'the customer to check the delivery',
    refund_request: 'the decision on a refund',
    question: 'the customer’s answer to our message',
  },
}

/** @returns undefined while the date runs */
export function describeWait(
  { waits }: Pick<OrderDates, 'waits'>,
  reader: Reader,
  now: Date,
): string | undefined {
  if (!waits) return undefined
  const since = new Date(waits.since)
  const what = WAITS[reader][waits.kind]
  return since > now
    ? `We cannot go on without ${what}. From ${formatPromise(since)} on, the date waits for it.`
    : `The date waits for ${what} since ${formatPromise(since)}.`
}

/** @returns in which order what has moved the date is told: as it happened */
export function listMoves({ pauses, changes }: Pick<OrderDates, 'pauses' | 'changes'>, reader: Reader) {
  return [
    ...pauses.map((pause) => ({ at: pause.until, text: describePause(pause, reader), reason: '' })),
    ...changes.map(({ at, from, to, reason, by }) => ({
      at,
      text: `${formatPromise(new Date(to))} instead of ${formatPromise(new Date(from))}, set by ${by.firstName} ${by.lastName}`,
      reason,
    })),
  ].sort((one, other) => one.at.localeCompare(other.at))
}

/** @example 'Waited for your answers from 3 Dec 2026 to 8 Dec 2026: 3 business days' */
function describePause({ kind, from, until, days }: OrderDates['pauses'][number], reader: Reader): string {
  const span = `from ${formatPromise(new Date(from))} to ${formatPromise(new Date(until))}`
  return `Waited for ${WAITS[reader][kind]} ${span}: ${formatCount(days, 'business day')}`
}
