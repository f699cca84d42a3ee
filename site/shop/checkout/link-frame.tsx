import type { ReactNode } from 'react'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { readAmount } from '#api/rules/money/money.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { OrderSummary } from '#site/shop/payment/order-summary.tsx'

interface LinkFrameProps {
  link: LinkedPayment
  title: string
  children: ReactNode
}

/** What a mailed link pays, around the form that pays it. */
export function LinkFrame({ link, title, children }: LinkFrameProps) {
  const { kept, instalment, buyer, payBy, invoiceNumber, packageName, currency } = link
  if (kept && buyer) {
    const read = (text: string) => readAmount(text, currency)
    return (
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <Card
          title="We saved your order"
          description={
            currency === 'INR'
              ? 'The last payment didn’t go through. If your bank still approves it, it pays for this order. We refund anything you pay twice.'
              : 'The last payment didn’t go through, and nothing was charged. Pay with the same or another card.'
          }
        >
          <dl className="grid gap-x-6 gap-y-5 px-5 py-5 text-sm sm:grid-cols-2 sm:px-6">
            <Fact label="Order">
              <span translate="no">{invoiceNumber}</span>
            </Fact>
            <Fact label="Name">{`${buyer.firstName} ${buyer.lastName}`}</Fact>
            <Fact label="Email">{buyer.email}</Fact>
          </dl>
        </Card>
        <OrderSummary
          heading="h2"
          item={{ name: packageName, description: kept.description, deliveryDays: kept.deliveryDays }}
          quote={{
            original: read(kept.originalAmount),
            discount: read(kept.discountAmount),
            amount: read(kept.total),
          }}
          couponCode={kept.couponCode}
          className="bg-ground-raised shadow-card lg:sticky lg:top-24"
        >
          {children}
        </OrderSummary>
      </div>
    )
  }
  return (
    <Card
      title={title}
      description={
        instalment
          ? `Instalment ${instalment.position} of ${instalment.of} of order ${invoiceNumber}`
          : `Order ${invoiceNumber}.${payBy ? ` Please pay by ${formatDate(payBy)}.` : ''}`
      }
      className={instalment && 'mx-auto max-w-xl'}
    >
      <div className="flex flex-col gap-5 px-5 py-5 sm:px-6">
        {instalment && (
          <dl className="grid gap-x-6 gap-y-5 text-sm sm:grid-cols-2">
            <Fact label="For">{packageName}</Fact>
            <Fact label="Instalment">{instalment.label}</Fact>
          </dl>
        )}
        {children}
      </div>
    </Card>
  )
}
