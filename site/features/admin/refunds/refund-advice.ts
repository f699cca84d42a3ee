/** What the refund policy says about an order. It is only advice: the API refunds any amount that is left. */

import type { OrderRefunds } from '../../../../api/contract/payments.ts'
import { FULL_REFUND_HOURS, REFUND_REVIEW_DAYS } from '../../../../api/rules/promises.ts'
import { formatDate } from '../../../format/date.ts'

export function adviseRefund(
  { paidAt, hasWorkStarted, delivered }: Pick<OrderRefunds, 'paidAt' | 'hasWorkStarted' | 'delivered'>,
  nowMs: number,
): { isFull: boolean; title: string; text: string } {
  const paidHoursAgo = paidAt === null ? Number.POSITIVE_INFINITY : (nowMs - Date.parse(paidAt)) / 3_600_000
  const isEarly = paidHoursAgo < FULL_REFUND_HOURS
  if (isEarly && !hasWorkStarted) {
    return {
      isFull: true,
      title: 'The policy gives a full refund',
      text: `Paid less than ${FULL_REFUND_HOURS} hours ago, and work has not started.`,
    }
  }
  const reason = isEarly
    ? 'Work has started'
    : hasWorkStarted
      ? `Paid more than ${FULL_REFUND_HOURS} hours ago, and work has started`
      : `Paid more than ${FULL_REFUND_HOURS} hours ago`
  return {
    isFull: false,
    title: 'The policy asks for a review first',
    text: `${reason}${describeDelivery(delivered)}: a review within ${REFUND_REVIEW_DAYS.join(' to ')} business days decides, and how much is refunded depends on the work done. What was charged twice or by mistake is always refunded.`,
  }
}

function describeDelivery(delivered: OrderRefunds['delivered']): string {
  if (!delivered) return ''
  const { at, acceptedKind } = delivered
  const accepted = acceptedKind === null ? 'not accepted yet' : ACCEPTED[acceptedKind]
  return `, delivered on ${formatDate(at)} and ${accepted}`
}

const ACCEPTED = { customer: 'accepted by the customer', time: 'accepted by time' }
