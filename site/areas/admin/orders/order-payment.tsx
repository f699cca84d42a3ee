import { currencies } from 'virtual:content'
import { Undo2 } from 'lucide-react'
import type { InvoiceRecord } from '#api/contract/money/invoices.ts'
import type { OrderRefunds } from '#api/contract/money/payments.ts'
import type { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { describePaid } from '#api/rules/money/instalments.ts'
import { hasRupeesBeside } from '#api/rules/money/sold-in.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { FetchedCard } from '#site/areas/admin/list/fetched-card.tsx'
import { PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { useFigure } from '#site/areas/admin/list/use-figure.ts'
import { OrderDisputes } from '#site/areas/admin/money/disputes.tsx'
import { PaymentActions } from '#site/areas/admin/money/order-plan.tsx'
import { RefundHistory } from '#site/areas/admin/refunds/refund-history.tsx'
import { DocumentButton, DocumentLine } from '#site/invoice/document-line.tsx'
import { formatMoment } from '#site/kit/format/date.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { sendHint } from '#site/order/live.ts'

export function OrderPayment({ order, onRefund }: { order: AdminOrderDetail; onRefund: () => void }) {
  const { paymentStatus, amount, amountInr, usdInrRate, paymentId } = order
  const hasDiscount = Number(order.discountAmount) > 0
  return (
    <Card
      isDense
      title="Payment"
      actions={
        paymentId === null
          ? !order.instalments && <PaymentActions order={order} />
          : !PAYMENT_STATUS[paymentStatus].isRefunded && (
              <Button
                icon={Undo2}
                variant="ghost"
                className="-mr-3 !px-3"
                aria-label={`Refund ${order.invoiceNumber}`}
                onClick={onRefund}
              >
                Refund
              </Button>
            )
      }
    >
      <div className="px-5 py-4 text-sm sm:px-6">
        <dl className="flex flex-col gap-3">
          <Fact
            label={PAYMENT_STATUS[paymentStatus].isUnpaid ? 'To pay' : 'Paid'}
            valueClassName="tabular-nums"
          >
            <span className="text-base font-semibold">
              {PAYMENT_STATUS[paymentStatus].isPartlyPaid
                ? describePaid(order)
                : formatAmount(amount, order.currency)}
            </span>
            {hasRupeesBeside(currencies, order.currency) && (
              <span className="mt-0.5 block text-ink-quiet">
                {formatAmount(amountInr ?? 0, 'INR')} at {Number(usdInrRate)} per dollar
              </span>
            )}
          </Fact>
          {hasDiscount && (
            <Fact label="Discount" valueClassName="tabular-nums">
              {formatAmount(order.discountAmount, order.currency)} off{' '}
              {formatAmount(order.originalAmount, order.currency)}
              {order.couponCode && `, ${order.couponCode}`}
            </Fact>
          )}
          {order.paidAt && (
            <Fact label="Paid on" valueClassName="tabular-nums">
              <time dateTime={order.paidAt}>{formatMoment(order.paidAt)}</time>
            </Fact>
          )}
          {order.offerNumber && (
            <Fact label="Offer">
              <PlaceLink to={{ view: 'offers', q: order.offerNumber }} className="link">
                {order.offerNumber}
              </PlaceLink>
            </Fact>
          )}
          {order.embedOrigin && <Fact label="Bought at">{order.embedOrigin} (unverified)</Fact>}
          {paymentId && (
            <Fact label="Payment ID">
              <span translate="no">{paymentId}</span>
            </Fact>
          )}
        </dl>
        {paymentId !== null && <Refunds order={order} />}
        <OrderDisputes orderId={order.id} />
        <PlaceLink
          to={{ view: 'events', orderId: String(order.id) }}
          className="link mt-3 inline-flex min-h-target items-center"
        >
          Provider events for this order
        </PlaceLink>
      </div>
    </Card>
  )
}

function Refunds({ order }: { order: AdminOrderDetail }) {
  const { data } = useFigure<OrderRefunds>(`/api/admin/orders/${order.id}/refunds`, order)
  if (!data) return null
  return (
    <>
      {data.base && (
        <p className="mt-3 text-ink-quiet tabular-nums">
          Converted by the provider to {formatAmount(data.base.amount, data.base.currency)}, before its fees
        </p>
      )}
      {data.refunds.length > 0 && (
        <div className="mt-5 border-t border-line pt-4">
          <RefundHistory refunds={data.refunds} onTransferred={() => sendHint(order.id)} />
        </div>
      )}
    </>
  )
}

export function OrderInvoices({ order }: { order: AdminOrderDetail }) {
  return (
    <FetchedCard<InvoiceRecord[]>
      opening={order}
      path={`/api/admin/orders/${order.id}/invoices`}
      title="Invoices and credit notes"
      failure="The invoices didn’t load"
      empty="None issued yet."
    >
      {(invoices) => (
        <ul className="divide-y divide-line [&>li]:px-5 [&>li]:py-4 sm:[&>li]:px-6">
          {invoices.map((invoice) => {
            const { document } = invoice
            return (
              <DocumentLine key={document.serial} document={document}>
                <DocumentButton
                  label={document.kind === 'invoice' ? 'Invoice' : 'Credit note'}
                  name={`Download ${document.serial}`}
                  onDownload={({ saveDocument }) => saveDocument(invoice)}
                />
              </DocumentLine>
            )
          })}
        </ul>
      )}
    </FetchedCard>
  )
}
