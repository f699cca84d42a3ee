/** What the pages of the checkout show in their different states: the frame, the skeleton, the buyer's form, the pay button. */
import type { ReactNode } from 'react'
import { listBuyerFields } from '#api/rules/buyer-fields.ts'
import { SIGN_IN } from '#api/rules/mailed-links.ts'
import type { Money } from '#api/rules/money/money.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import {
  BuyerFields,
  type BuyerFieldsControl,
  type BuyerFormField,
} from '#site/shop/payment/buyer-fields.tsx'
import { isProcessing, type PaymentState } from '#site/shop/payment/payment-machine.ts'
import { PaymentProgress, SecurePaymentNote, VerificationNotice } from '#site/shop/payment/payment-notes.tsx'
import { SignInOffer } from '#site/shop/payment/sign-in-offer.tsx'

export const REQUIRED_FIELDS: readonly BuyerFormField[] = [...listBuyerFields('person'), 'password']
export const CHECKOUT_FIELDS: readonly BuyerFormField[] = [...REQUIRED_FIELDS, 'reference']

export function CheckoutFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-ground-quiet">
      <div className="page py-8 sm:py-12">
        <h1 className="text-title font-semibold text-ink">{title}</h1>
        <div className="mt-6 lg:mt-8">{children}</div>
      </div>
    </div>
  )
}

export function Surface({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-line bg-ground-raised py-6 shadow-card">{children}</div>
}

/** The next step for a buyer who has paid. */
export const DASHBOARD_LINK = (
  <a href={`/dashboard#${SIGN_IN}`} className={buttonClass()}>
    Open your dashboard
  </a>
)
export const BROWSE_LINK = (
  <a href="/#packages" className={buttonClass()}>
    Browse Packages
  </a>
)

export function CustomerInformation({
  control,
  isLocked,
}: {
  control: BuyerFieldsControl
  isLocked: boolean
}) {
  return (
    <Card
      title="Customer Information"
      description="We use these details to create your account, so that you can track your order."
    >
      <div className="flex flex-col gap-5 px-5 py-5 sm:px-6">
        <SignInOffer isLocked={isLocked} />
        <BuyerFields
          legend="Your details"
          hasVisibleLegend={false}
          fields={CHECKOUT_FIELDS}
          control={control}
          isLocked={isLocked}
        />
      </div>
    </Card>
  )
}

/**
 * Shown while the package loads. Visitors who are not signed in already see the form, locked. `data-expected` and `data-session`
 * are set by site/layouts/early-calls.js and session-hint.js.
 */
export function CheckoutSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
      <div role="status" className="sr-only">
        Loading...
      </div>
      <div inert className="hidden [[data-expected][data-session=out]_&]:block">
        <CustomerInformation control={{ errors: {}, change: () => {} }} isLocked />
      </div>
      <Skeleton className="h-96 [[data-expected][data-session=out]_&]:hidden" />
      <Skeleton className="h-80" />
    </div>
  )
}

/** The checkout page's pay button, with the notes about the payment. */
export function PaySection({
  payment,
  label,
  amount,
  isDisabled,
}: {
  payment: PaymentState
  amount: Money
  label: string
  isDisabled: boolean
}) {
  const isBusy = isProcessing(payment)
  return (
    <>
      {payment.step === 'failed' && <VerificationNotice orderId={payment.order.orderId} />}
      <div className="flex flex-col gap-3">
        <Button type="submit" size="lg" busy={isBusy} disabled={isDisabled} className="w-full tabular-nums">
          {isBusy ? 'Processing...' : label}
        </Button>
        {isBusy && <PaymentProgress payment={payment} />}
      </div>
      <SecurePaymentNote amount={amount} />
    </>
  )
}
