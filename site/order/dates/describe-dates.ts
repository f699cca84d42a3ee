/** The promised date in words: why it is on hold, and what has moved it. */
import type { OrderDates } from '#api/contract/orders/dates.ts'
import type { WaitKind } from '#api/rules/order-work/promised-date.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'

export type Reader = 'customer' | 'team'

const WAITS: Readonly<Record<Reader, Record<WaitKind, string>>> = {
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

/** @returns undefined while the date is not on hold and no open question may put it on hold */
export function describeWait(
  { waits, replyBy }: Pick<OrderDates, 'waits' | 'replyBy'>,
  reader: Reader,
): string | undefined {
  if (waits)
    return `The date stands still since ${formatPromise(new Date(waits.since))}. It waits for ${WAITS[reader][waits.kind]}.`
  if (!replyBy) return undefined
  return `We cannot go on without ${WAITS[reader].question}. From ${formatPromise(new Date(replyBy))} on, the date waits for it.`
}

/** @returns what has moved the date: first the waiting, then the team's changes in the order they were made */
export function listMoves({ waitedDays, changes }: Pick<OrderDates, 'waitedDays' | 'changes'>) {
  const waited = `Stood still for ${formatCount(waitedDays, 'business day')}, and moved by as many`
  return [
    ...(waitedDays > 0 ? [{ text: waited, reason: '' }] : []),
    ...changes.map(({ from, to, reason, by }) => ({
      text: `${formatPromise(new Date(to))} instead of ${formatPromise(new Date(from))}, set by ${by.firstName} ${by.lastName}`,
      reason,
    })),
  ]
}
