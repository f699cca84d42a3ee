import { currencies } from 'virtual:content'
import { type ReactNode, useState } from 'react'
import type { Order, OrderDetail } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { describePartlyPaid } from '#api/rules/money/instalments.ts'
import { hasRupeesBeside } from '#api/rules/money/sold-in.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'
import { isPartlyRefunded, PARTLY_REFUNDED_LABEL, PAYMENT_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { countDays, formatPromise } from '#site/kit/format/promised-date.ts'
import { Dialog, DialogDone } from '#site/kit/ui/dialog/dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { Picture } from '#site/kit/ui/primitives/picture.tsx'
import { BulletPoints } from '#site/kit/ui/primitives/points.tsx'
import { PromisedBy } from '#site/kit/ui/primitives/promised-by.tsx'
import { OrderStatusBadge } from './order-facts.tsx'
import { expectDelivery } from './order-work.ts'

/** The package, its price and coupon, and the payment with refunds. */
export function OrderPurchase({ order }: { order: OrderDetail }) {
  const [isShown, setIsShown] = useState(false)
  const hasRupees = hasRupeesBeside(currencies, order.currency)
  const isReduced = Number(order.discountAmount) > 0
  return (
    <Card
      title="What you bought"
      actions={
        <Button variant="secondary" onClick={() => setIsShown(true)}>
          View package
        </Button>
      }
    >
      <dl className="flex flex-col gap-3 px-5 py-5 text-sm sm:px-6">
        <Line label="Package">{order.packageName}</Line>
        <Line label="Category">{order.package.category}</Line>
        {order.offerNumber && <Line label="Offer">{order.offerNumber}</Line>}
        {order.reference && <Line label="Your reference">{order.reference}</Line>}
        {isReduced && (
          <>
            <Line label="Price">{formatAmount(order.originalAmount, order.currency)}</Line>
            <Line label={order.couponCode ? `Coupon ${order.couponCode}` : 'Discount'}>
              −{formatAmount(order.discountAmount, order.currency)}
            </Line>
          </>
        )}
      </dl>
      <dl className="flex flex-col gap-3 border-t border-line px-5 py-5 text-sm sm:px-6">
        <div className="flex items-start justify-between gap-4">
          <dt className="font-semibold text-ink">Total</dt>
          <dd className="text-right tabular-nums">
            {(hasRupees || Number(order.amount) === 0) && (
              <span className="block text-lg font-semibold tracking-tight text-ink">
                {hasRupees ? formatAmount(order.amountInr ?? 0, 'INR') : formatAmount(0, order.currency)}
              </span>
            )}
            {Number(order.amount) > 0 && (
              <span className="block text-lg font-semibold tracking-tight text-ink">
                {describePartlyPaid(order) ?? `Charged ${formatAmount(order.amount, order.currency)}`}
              </span>
            )}
            {hasRupees && (
              <span className="text-ink-quiet">Rupees at our rate of {Number(order.usdInrRate)}</span>
            )}
          </dd>
        </div>
      </dl>
      <dl className="flex flex-col gap-3 border-t border-line px-5 py-5 text-sm sm:px-6">
        <Line label="Payment">
          {isPartlyRefunded(order) ? PARTLY_REFUNDED_LABEL : PAYMENT_STATUS_LABELS[order.paymentStatus]}
        </Line>
        <Line label="Method">{paymentProvider.paymentMethod}</Line>
        <Line label="Payment ID">{order.paymentId ?? 'N/A'}</Line>
      </dl>
      {order.refunds.length > 0 && (
        <dl className="flex flex-col gap-3 border-t border-line px-5 py-5 text-sm sm:px-6">
          {order.refunds.map(({ at, amount, amountInr, status, bankReference }) => (
            <Line
              key={`${at} ${amount}`}
              // biome-ignore lint/plugin: one of two words of this response
              label={status === 'processed' ? `Refunded on ${formatDate(at)}` : 'Refund on its way'}
            >
              {hasRupees && `−${formatAmount(amountInr ?? 0, 'INR')}`}
              <span className={hasRupees ? 'block font-normal text-ink-quiet' : ''}>
                −{formatAmount(amount, order.currency)}
              </span>
              {bankReference && (
                <span className="block font-normal text-ink-quiet [overflow-wrap:anywhere]">
                  Bank reference <span translate="no">{bankReference}</span>
                </span>
              )}
            </Line>
          ))}
        </dl>
      )}
      {isShown && <PackageDialog order={order} onClose={() => setIsShown(false)} />}
    </Card>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <dt className="shrink-0 text-ink-quiet">{label}</dt>
      <dd className="min-w-0 text-right font-medium tabular-nums text-ink [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  )
}

const VALUE = 'font-medium tabular-nums'

export function PackageDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { package: item, paidAt } = order
  const now = new Date()
  const readyAt = expectDelivery(order, now)
  const start = order.awaitsAnswers || !paidAt ? now : new Date(paidAt)
  const calendarDays = readyAt ? countDays(start, readyAt) : 0
  return (
    <Dialog
      onClose={onClose}
      title={order.packageName}
      description={item.category}
      footer={<DialogDone onClose={onClose} />}
    >
      <div className="flex flex-col gap-7">
        <Picture
          of={item}
          sizes="(max-width: 639px) 100vw, 640px"
          loading="lazy"
          decoding="async"
          className="aspect-[2/1] w-full rounded-lg border border-line bg-ground-quiet"
        />
        <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
          <Fact valueClassName={VALUE} label="Order">
            <span translate="no">{order.invoiceNumber}</span>
          </Fact>
          <Fact valueClassName={VALUE} label="Status">
            <OrderStatusBadge order={order} />
          </Fact>
          <Fact valueClassName={VALUE} label="Amount">
            {hasRupeesBeside(currencies, order.currency) ? (
              <>
                {formatAmount(order.amountInr ?? 0, 'INR')}{' '}
                <span className="text-ink-quiet">({formatAmount(order.amount, order.currency)})</span>
              </>
            ) : (
              formatAmount(order.amount, order.currency)
            )}
          </Fact>
          <Fact valueClassName={VALUE} label="Ordered">
            {formatDate(order.createdAt)}
          </Fact>
          <Fact valueClassName={VALUE} label="Delivery" className="sm:col-span-2">
            {formatCount(order.deliveryDays, 'business day')} ({formatCount(calendarDays, 'calendar day')}),
            by{' '}
            {order.awaitsAnswers && readyAt ? (
              `${formatPromise(readyAt)}, if you answer today`
            ) : (
              <PromisedBy order={order} />
            )}
          </Fact>
          {order.couponCode && (
            <Fact valueClassName={VALUE} label="Coupon">
              <span translate="no">{order.couponCode}</span> ·{' '}
              {formatAmount(order.discountAmount, order.currency)} off
            </Fact>
          )}
        </dl>
        <div className="max-w-text space-y-3 text-sm leading-relaxed text-ink-quiet">
          <p className="text-base text-ink">{item.description}</p>
          {item.longDescription && <p className="whitespace-pre-line">{item.longDescription}</p>}
        </div>
        <BulletPoints title="Key features" points={item.features} isWide />
        <BulletPoints title="What you get" points={item.whatYouGet} isWide />
        <BulletPoints title="What is not included" points={item.whatYouDontGet} isExcluded isWide />
      </div>
    </Dialog>
  )
}
