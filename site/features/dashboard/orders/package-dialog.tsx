import { currencies } from 'virtual:content'
import type { Order } from '../../../../api/contract/orders.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { showsRupees } from '../../../../api/rules/money/rupees.ts'
import { formatCount } from '../../../format/count.ts'
import { formatDate } from '../../../format/date.ts'
import { countDays, formatPromise } from '../../../format/delivery.ts'
import { Dialog, DialogDone } from '../../../ui/dialog/dialog.tsx'
import { Fact } from '../../../ui/primitives/fact.tsx'
import { Picture } from '../../../ui/primitives/picture.tsx'
import { Points } from '../../../ui/primitives/points.tsx'
import { PromisedBy } from '../../../ui/primitives/promised-by.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { expectDelivery } from './promise.ts'

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
            {order.invoiceNumber}
          </Fact>
          <Fact valueClassName={VALUE} label="Status">
            <OrderStatusBadge order={order} />
          </Fact>
          <Fact valueClassName={VALUE} label="Amount">
            {showsRupees(currencies, order.currency) ? (
              <>
                {formatAmount(order.amountInr, 'INR')}{' '}
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
              {order.couponCode} · {formatAmount(order.discountAmount, order.currency)} off
            </Fact>
          )}
        </dl>
        <div className="max-w-text space-y-3 text-sm leading-relaxed text-ink-quiet">
          <p className="text-base text-ink">{item.description}</p>
          {item.longDescription && <p className="whitespace-pre-line">{item.longDescription}</p>}
        </div>
        <Points title="Key features" points={item.features} isWide />
        <Points title="What you get" points={item.whatYouGet} isWide />
        <Points title="What is not included" points={item.whatYouDontGet} isExcluded isWide />
      </div>
    </Dialog>
  )
}
