import type { Dispute, ProviderEvent } from '#api/contract/money/payments.ts'
import type { Job, Mail } from '#api/contract/operations/jobs.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { NotificationKind } from '#api/contract/outbound/notifications.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { describePartlyPaid } from '#api/rules/money/instalments.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { PAYMENT_STATUS_LABELS } from '#api/rules/status-labels.ts'
import type { StateLook } from '#site/kit/ui/primitives/status-badge.tsx'

export function describePayment(
  order: Pick<ListedOrder, 'paymentStatus' | 'refundedAmount' | 'currency' | 'amount' | 'paidAmount'>,
): string {
  const { paymentStatus, refundedAmount, currency } = order
  const isInstalment = PAYMENT_STATUS[paymentStatus].isPaid && Number(refundedAmount) > 0
  if (isInstalment) return `${formatAmount(refundedAmount, currency)} refunded`
  return describePartlyPaid(order) ?? PAYMENT_STATUS_LABELS[paymentStatus]
}

/** Names an order by its invoice number. An unpaid attempt has none, so its id names it, as on the payment-failed page. */
export function nameOrder({
  id,
  invoiceNumber,
  paymentStatus,
}: Pick<ListedOrder, 'id' | 'invoiceNumber' | 'paymentStatus'>): string {
  return PAYMENT_STATUS[paymentStatus].isUnpaid ? `#${id}` : invoiceNumber
}

/** Whether an order's customer was erased, which hides its invoices (docs/product/shop.md, Invoices and credit notes). */
export const isErased = ({ email }: { email: string }) => email === ''

export const DISPUTE_STATES: Readonly<Record<Dispute['status'], StateLook>> = {
  open: { label: 'To answer', tone: 'negative' },
  under_review: { label: 'Under review', tone: 'caution' },
  won: { label: 'Won', tone: 'positive' },
  lost: { label: 'Lost', tone: 'neutral' },
  closed: { label: 'Closed', tone: 'neutral' },
}

/** @example describeCode('pre_arbitration') // Pre arbitration */
export function describeCode(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const QUEUE_LABELS: Readonly<Record<Job['queue'], string>> = {
  'provider-event': 'Provider events',
  mail: 'Emails',
  refund: 'Refunds',
  invoice: 'Invoices',
  'webhook-attempt': 'Webhooks',
  'process-picture': 'Pictures',
  'check-file': 'Order files',
  'draw-preview': 'File previews',
  'remove-credentials': 'Closed orders’ credentials',
  reconcile: 'Reconciliation',
  retention: 'Retention',
}

export const JOB_STATES: Readonly<Record<Job['state'], StateLook>> = {
  failed: { label: 'Failed', tone: 'negative' },
  retry: { label: 'Retrying', tone: 'caution' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  active: { label: 'Running', tone: 'accent' },
}

const SUBJECTS = {
  provider_event: 'Event',
  mail: 'Email',
  refund: 'Refund',
  order: 'Order',
  webhook_message: 'Webhook',
  picture: 'Picture',
} as const

/** @example describeJob(job) // 'Refund 12' */
export function describeJob({ queue, subject }: Pick<Job, 'queue' | 'subject'>): string {
  return subject ? `${SUBJECTS[subject.kind]} ${subject.id}` : QUEUE_LABELS[queue]
}

export const PROVIDER_EVENT_STATES: Readonly<Record<ProviderEvent['state'], StateLook>> = {
  handled: { label: 'Handled', tone: 'positive' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  failing: { label: 'Failing', tone: 'negative' },
}

export const countTries = (tries: number) => (tries === 1 ? 'One try' : `${tries} tries`)

export const MAIL_STATES: Readonly<Record<Mail['state'], StateLook>> = {
  queued: { label: 'Waiting', tone: 'accent' },
  sent: { label: 'Sent', tone: 'positive' },
  failed: { label: 'Bounced', tone: 'negative' },
  skipped: { label: 'Skipped', tone: 'neutral' },
}

const FLAGS: Readonly<Record<string, { title: string; text: string }>> = {
  second_capture: {
    title: 'Paid twice',
    text: 'The order was already paid. It is refunded automatically.',
  },
  coupon_over_limit: {
    title: 'Coupon over its limit',
    text: 'The coupon was used up when the money arrived. It is refunded automatically.',
  },
  customer_erased: {
    title: 'Customer erased',
    text: 'The customer was erased before the money arrived. It is refunded automatically.',
  },
  amount_mismatch: {
    title: 'Different amount',
    text: 'The amount paid doesn’t match the price of the order.',
  },
  unknown_order: { title: 'Unknown order', text: 'This payment doesn’t match any order.' },
}
const UNFLAGGED = { title: 'No order', text: 'This payment didn’t settle an order.' }

export function describeFlag(flag: string | null): { title: string; text: string } {
  return FLAGS[flag ?? ''] ?? UNFLAGGED
}

export const NOTIFICATIONS: Readonly<Record<NotificationKind, { label: string; hint: string }>> = {
  order_paid: { label: 'Sale', hint: 'An order is paid.' },
  stray_money: { label: 'Unmatched payments', hint: 'A payment doesn’t match an order.' },
  dispute: { label: 'Dispute', hint: "A buyer's bank disputes a payment or has decided." },
  refund_failed: { label: 'Failed refund', hint: 'A refund couldn’t be made.' },
  currency_refused: {
    label: 'Refused currency',
    hint: 'The payment provider doesn’t accept a currency.',
  },
  mail_failed: { label: 'Failed email', hint: 'An email couldn’t be delivered.' },
  webhook_stopped: {
    label: 'Stopped webhook',
    hint: 'A webhook was stopped because its messages kept failing.',
  },
  backup_old: { label: 'Backup', hint: 'There has been no backup for more than a day.' },
  publish_failed: {
    label: 'Publishing',
    hint: 'The pages couldn’t be published.',
  },
  api_key: { label: 'API key', hint: 'An API key was given sensitive rights.' },
  daily_digest: {
    label: 'Daily digest',
    hint: 'Every business day: what was sold, what is waiting and what is late.',
  },
}

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[]
