import { ArrowRight } from 'lucide-react'
import type { Order } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { countDays, formatPromise } from '#site/kit/format/promised-date.ts'
import { Dialog, DialogDone } from '#site/kit/ui/dialog/dialog.tsx'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { Picture } from '#site/kit/ui/primitives/picture.tsx'
import { BulletPoints } from '#site/kit/ui/primitives/points.tsx'
import { PromisedBy } from '#site/kit/ui/primitives/promised-by.tsx'
import { describeAmount, OrderLink, OrderStatusBadge } from './order-facts.tsx'
import { expectDelivery, isDateOfAnswers } from './order-work.ts'

const VALUE = 'font-medium tabular-nums'

interface PackageDialogProps {
  order: Order
  /** Whether to lead to the order's page. */
  hasLink?: boolean
  onClose: () => void
}

export function PackageDialog({ order, hasLink = false, onClose }: PackageDialogProps) {
  const { package: item, paidAt } = order
  const now = new Date()
  const readyAt = expectDelivery(order, now)
  const start = isDateOfAnswers(order) || !paidAt ? now : new Date(paidAt)
  const calendarDays = readyAt ? countDays(start, readyAt) : 0
  return (
    <Dialog
      onClose={onClose}
      title={order.packageName}
      description={item.category}
      footer={
        hasLink ? (
          <div className="flex justify-end gap-3">
            <Button variant="secondary" onClick={onClose}>
              Done
            </Button>
            <OrderLink id={order.id} className={buttonClass({ className: 'max-sm:flex-1' })}>
              Open order
              <ArrowRight aria-hidden="true" className="size-4" />
            </OrderLink>
          </div>
        ) : (
          <DialogDone onClose={onClose} />
        )
      }
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
            {describeAmount(order)}
          </Fact>
          <Fact valueClassName={VALUE} label="Ordered">
            {formatDate(order.createdAt)}
          </Fact>
          <Fact valueClassName={VALUE} label="Delivery" className="sm:col-span-2">
            {formatCount(order.deliveryDays, 'business day')} ({formatCount(calendarDays, 'calendar day')}),
            by{' '}
            {isDateOfAnswers(order) && readyAt ? (
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
        <BulletPoints title="What you don’t get" points={item.whatYouDontGet} isExcluded isWide />
      </div>
    </Dialog>
  )
}
