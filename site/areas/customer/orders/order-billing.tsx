/** The card 'Billing' of an order's page: the amount, how it was paid, refunds, invoices. */
import { currencies } from 'virtual:content'
import type { ReactNode } from 'react'
import type { OrderDetail } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { describePartlyPaid } from '#api/rules/money/instalments.ts'
import { hasRupeesBeside } from '#api/rules/money/sold-in.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'
import { isPartlyRefunded, PARTLY_REFUNDED_LABEL, PAYMENT_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { describeAmount } from './order-facts.tsx'

/** @param children the instalments, invoices and refund */
export function OrderBilling({ order, children }: { order: OrderDetail; children: ReactNode }) {
  return (
    <Card isDense title="Billing">
      <div className="divide-y divide-line">
        <Amounts order={order} />
        {order.refunds.length > 0 && <Refunds order={order} />}
        {children}
      </div>
    </Card>
  )
}

const LINES = 'flex flex-col gap-1.5 px-5 py-3 text-sm sm:px-6'

function Amounts({ order }: { order: OrderDetail }) {
  const hasRupees = hasRupeesBeside(currencies, order.currency)
  const payment = isPartlyRefunded(order) ? PARTLY_REFUNDED_LABEL : PAYMENT_STATUS_LABELS[order.paymentStatus]
  return (
    <dl className={LINES}>
      {order.offerNumber && <Line label="Offer">{order.offerNumber}</Line>}
      {order.reference && <Line label="Your reference">{order.reference}</Line>}
      {Number(order.discountAmount) > 0 && (
        <>
          <Line label="Price">{formatAmount(order.originalAmount, order.currency)}</Line>
          <Line label={order.couponCode ? `Coupon ${order.couponCode}` : 'Discount'}>
            −{formatAmount(order.discountAmount, order.currency)}
          </Line>
        </>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="font-semibold text-ink">Total</dt>
        <dd className="text-base font-semibold tabular-nums text-ink">{describeAmount(order)}</dd>
        <dd className="w-full text-right text-caution empty:hidden">{describePartlyPaid(order)}</dd>
      </div>
      <div className="text-xs tabular-nums text-ink-quiet [&>dd]:inline">
        <dt className="sr-only">Payment</dt>
        <dd>{Number(order.amount) > 0 ? payment : 'Nothing to pay'}</dd>
        {order.paymentId && (
          <>
            <dt className="sr-only">Method</dt>
            <dd className="before:content-['\00a0·_']">{paymentProvider.paymentMethod}</dd>
            <dt className="sr-only">Payment ID</dt>
            <dd translate="no" className="[overflow-wrap:anywhere] before:content-['\00a0·_']">
              {order.paymentId}
            </dd>
          </>
        )}
        {hasRupees && <dd className="!block">Rupees at an exchange rate of {Number(order.usdInrRate)}</dd>}
      </div>
    </dl>
  )
}

function Refunds({ order: { refunds, currency } }: { order: OrderDetail }) {
  const hasRupees = hasRupeesBeside(currencies, currency)
  return (
    <dl className={LINES}>
      {refunds.map(({ at, amount, amountInr, status, bankReference }) => (
        <Line
          key={`${at} ${amount}`}
          // biome-ignore lint/plugin: one of two words of this response
          label={status === 'processed' ? `Refunded on ${formatDate(at)}` : 'Refund on its way'}
        >
          −{formatAmount(amount, currency)}
          {hasRupees && ` · −${formatAmount(amountInr ?? 0, 'INR')}`}
          {bankReference && (
            <span className="block text-xs font-normal text-ink-quiet">
              Bank reference <span translate="no">{bankReference}</span>
            </span>
          )}
        </Line>
      ))}
    </dl>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="ml-auto min-w-0 text-right font-medium tabular-nums text-ink [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  )
}
