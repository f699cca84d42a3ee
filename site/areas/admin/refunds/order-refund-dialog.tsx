import { Info, Scale } from 'lucide-react'
import { useEffect } from 'react'
import type { OrderRefunds } from '#api/contract/money/payments.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { BANK_DAYS, FULL_REFUND_HOURS, REFUND_REVIEW_DAYS } from '#api/rules/promises.ts'
import { useFigure } from '#site/areas/admin/list/use-figure.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { Amounts, RefundDialog } from './refund-dialog.tsx'

/** How often the figures are fetched again while a refund is in progress. */
const POLL_INTERVAL_MS = 2000

interface OrderRefundDialogProps {
  order: Pick<ListedOrder, 'id' | 'invoiceNumber' | 'packageName'> & {
    customer: Pick<ListedOrder['customer'], 'firstName' | 'lastName'>
  }
  onClose: () => void
}

export function OrderRefundDialog({ order, onClose }: OrderRefundDialogProps) {
  const path = `/api/admin/orders/${order.id}/refunds`
  const { data, error, hasFailed, store } = useFigure<OrderRefunds>(path)
  const isUnderway = data !== undefined && Number(data.underway) > 0

  useEffect(() => {
    if (!isUnderway) return
    const timer = setInterval(() => store.revalidate(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isUnderway, store])

  return (
    <RefundDialog
      description={`${order.invoiceNumber} · ${order.packageName} · ${order.customer.firstName} ${order.customer.lastName}`}
      path={path}
      figures={data}
      onClose={onClose}
    >
      {!data && hasFailed && (
        <LoadFailed title="The refunds didn’t load" error={error} onRetry={() => store.invalidate()} />
      )}
      {!data && !hasFailed && (
        <Loading className="flex flex-col gap-6">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      {data && <Summary figures={data} />}
    </RefundDialog>
  )
}

function Summary({ figures }: { figures: OrderRefunds }) {
  // An API process of the previous version sends neither `disputed` nor `missing`.
  const { currency, paid, refunded, underway, left, isDisputed, disputed = '0', missing = '0' } = figures
  const format = (amount: string) => formatAmount(amount, currency)
  return (
    <>
      {isDisputed && (
        <aside
          aria-label="Open dispute"
          className="flex gap-3 rounded border border-negative/25 bg-negative-soft px-4 py-3 text-sm text-negative"
        >
          <Scale aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <p className="min-w-0">
            <span className="font-medium">The buyer’s bank is reviewing this payment.</span>{' '}
            <span className="text-ink">
              It may take the money back. Wait for the decision before you refund, or accept the dispute with
              the payment provider.
            </span>
          </p>
        </aside>
      )}
      <Amounts
        amounts={[
          ['Paid', format(paid)],
          ...(Number(refunded) > 0 ? ([['Refunded', format(refunded)]] as const) : []),
          ...(Number(underway) > 0 ? ([['On its way', format(underway)]] as const) : []),
          ['Refundable', format(left)],
        ]}
      />
      {Number(disputed) > 0 && (
        <p className="text-sm text-ink">Not included: {format(disputed)} under review by the buyer’s bank.</p>
      )}
      {Number(missing) > 0 && (
        <p className="text-sm text-negative">
          {format(missing)} was not refunded because the payment provider refused it. Try again, or make a
          bank transfer and record it on the order page.
        </p>
      )}
      {Number(left) > 0 && !isDisputed && <PolicyAdvice figures={figures} />}
    </>
  )
}

function PolicyAdvice({ figures }: { figures: OrderRefunds }) {
  const { isFull, title, text } = adviseRefund(figures, Date.now())
  const look = isFull
    ? 'border-positive/25 bg-positive-soft text-positive'
    : 'border-caution/25 bg-caution-soft text-caution'
  return (
    <aside aria-label="Refund policy" className={`flex gap-3 rounded border px-4 py-3 text-sm ${look}`}>
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="mt-1 leading-relaxed text-ink">
          {text} A card refund goes out right away, and the bank shows it {BANK_DAYS.join(' to ')} bank days
          later.{' '}
          <a href="/refund-policy" target="_blank" rel="noopener" className="link">
            Refund policy
          </a>
        </p>
      </div>
    </aside>
  )
}

/** What the refund policy says about an order. Only advice: the API refunds any amount up to what is left. */
export function adviseRefund(
  { paidAt, hasWorkStarted, delivered }: Pick<OrderRefunds, 'paidAt' | 'hasWorkStarted' | 'delivered'>,
  nowMs: number,
): { isFull: boolean; title: string; text: string } {
  const paidHoursAgo = paidAt === null ? Number.POSITIVE_INFINITY : (nowMs - Date.parse(paidAt)) / 3_600_000
  const isEarly = paidHoursAgo < FULL_REFUND_HOURS
  if (isEarly && !hasWorkStarted) {
    return {
      isFull: true,
      title: 'Full refund under the policy',
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
    text: `${reason}${describeDelivery(delivered)}: a review within ${REFUND_REVIEW_DAYS.join(' to ')} business days decides how much. Double and mistaken charges are always refunded.`,
  }
}

function describeDelivery(delivered: OrderRefunds['delivered']): string {
  if (!delivered) return ''
  const { at, acceptedKind } = delivered
  const accepted = acceptedKind === null ? 'not accepted yet' : ACCEPTED[acceptedKind]
  return `, delivered on ${formatDate(at)} and ${accepted}`
}

const ACCEPTED = { customer: 'accepted by the customer', time: 'accepted automatically' }
