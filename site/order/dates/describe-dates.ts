/** The promised date in words: why it is on hold, and what has moved it. */
import type { OrderDates } from '#api/contract/orders/dates.ts'
import type { WaitKind } from '#api/rules/order-work/promised-date.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { describeLate } from '#site/kit/format/due.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'

export type Reader = 'customer' | 'team'

const WAITS: Readonly<Record<Reader, Record<WaitKind, string>>> = {
  customer: {
    answers: 'we have your answers',
    delivery: 'you check the delivery',
    refund_request: 'your refund request is settled',
    question: 'you reply to our message',
  },
  team: {
    answers: 'the customer sends the answers',
    delivery: 'the customer checks the delivery',
    refund_request: 'the refund is decided',
    question: 'the customer replies to our message',
  },
}

/** @returns undefined while the date is not on hold and no open question may put it on hold */
export function describeWait(
  { waits, replyBy, late }: Pick<OrderDates, 'waits' | 'replyBy' | 'late'>,
  reader: Reader,
): string | undefined {
  if (waits?.kind === 'delivery' && reader === 'team')
    return `Delivered ${formatPromise(new Date(waits.since))}${late ? `, ${describeLate(late.days).toLowerCase()}` : ''}.`
  if (waits) {
    // The pause may have begun with missing answers. The request has its own date beside it.
    const isRefund = waits.kind === 'refund_request' && reader === 'customer'
    const since = isRefund ? '' : ` since ${formatPromise(new Date(waits.since))}`
    return `On hold${since} until ${WAITS[reader][waits.kind]}.`
  }
  if (!replyBy) return undefined
  const who = reader === 'team' ? 'the customer hasn’t' : 'you haven’t'
  return `If ${who} replied by ${formatPromise(new Date(replyBy))}, the date goes on hold.`
}

/** @returns what has moved the date: first the waiting before a delivery, then the team's changes in the order they were made */
export function listMoves({
  waits,
  waitedDays,
  changes,
}: Pick<OrderDates, 'waits' | 'waitedDays' | 'changes'>) {
  const waited = `Moved by ${formatCount(waitedDays, 'business day')} while on hold`
  return [
    ...(waitedDays > 0 && waits?.kind !== 'delivery' ? [{ text: waited, reason: '' }] : []),
    ...changes.map(({ from, to, reason, by }) => ({
      text: `${by.firstName} ${by.lastName} moved it from ${formatPromise(new Date(from))} to ${formatPromise(new Date(to))}`,
      reason,
    })),
  ]
}
