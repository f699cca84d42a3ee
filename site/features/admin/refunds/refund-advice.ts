/** What the refund policy says about an order. Only advice: the API refunds any amount that is left. */
import type { OrderRefunds } from '../../../../api/contract/refunds.ts'

const FULL_WITHIN_HOURS = 48

export interface Advice {
  isFull: boolean
  title: string
  text: string
}

export function adviseRefund(
  { paidAt, hasWorkStarted }: Pick<OrderRefunds, 'paidAt' | 'hasWorkStarted'>,
  nowMs: number,
): Advice {
  const paidHoursAgo = paidAt === null ? Number.POSITIVE_INFINITY : (nowMs - Date.parse(paidAt)) / 3_600_000
  const isEarly = paidHoursAgo < FULL_WITHIN_HOURS
  if (isEarly && !hasWorkStarted) {
    return {
      isFull: true,
      title: 'The policy gives a full refund',
      text: 'Paid less than 48 hours ago, and work has not started.',
    }
  }
  const reason = isEarly
    ? 'Work has started'
    : hasWorkStarted
      ? 'Paid more than 48 hours ago, and work has started'
      : 'Paid more than 48 hours ago'
  return {
    isFull: false,
    title: 'The policy asks for a review first',
    text: `${reason}: a review within 5 to 7 business days decides, and how much goes back depends on the work done. What was charged twice or by mistake always goes back.`,
  }
}
