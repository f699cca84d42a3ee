/** What the refund policy says about an order. It is only advice: the API refunds any amount that is left. */

import type { OrderRefunds } from '../../../../api/contract/payments.ts'
import { FULL_REFUND_HOURS, REFUND_REVIEW_DAYS } from '../../../../api/rules/promises.ts'

export function adviseRefund(
  { paidAt, hasWorkStarted }: Pick<OrderRefunds, 'paidAt' | 'hasWorkStarted'>,
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
    text: `${reason}: a review within ${REFUND_REVIEW_DAYS.join(' to ')} business days decides, and how much is refunded depends on the work done. What was charged twice or by mistake is always refunded.`,
  }
}
