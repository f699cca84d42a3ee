import { useStore } from '@nanostores/react'
import type { Package } from '../../../api/contract/catalogue.ts'
import { GUEST } from '../../../api/rules/placeholders.ts'
import { billingCountryOf } from '../../buying/agreed-price.ts'
import { CouponBox } from '../../buying/coupon-box.tsx'
import { OrderSummary } from '../../buying/order-summary.tsx'
import { PaidCover } from '../../buying/paid-cover.tsx'
import { PartsChoice } from '../../buying/parts.tsx'
import { RefusalNotice } from '../../buying/payment-notes.tsx'
import { SignInLink } from '../../buying/sign-in-offer.tsx'
import type { BuyerFormControl } from '../../buying/use-buyer-form.ts'
import { usePaymentForm } from '../../buying/use-payment-form.ts'
import { $buyerDraft } from '../../stores/buyer-draft.ts'
import { $session } from '../../stores/session.ts'
import { showError } from '../../stores/toast.ts'
import { BillingDetails } from './billing-details.tsx'
import { pay } from './checkout.ts'
import { CustomerInformation, FIELDS, REQUIRED } from './checkout-states.tsx'
import { PaySection } from './pay-section.tsx'

const EMAIL_TAKEN = (
  <>
    This email already has an account. <SignInLink /> to go on: your order stays as it is.
  </>
)

export function CheckoutForm({
  item,
  onPriceChanged,
}: {
  item: Package
  onPriceChanged: () => Promise<void>
}) {
  const { user } = useStore($session)
  const form = usePaymentForm({
    item,
    country: billingCountryOf(user ?? undefined),
    fields: FIELDS,
    check: (control) => user !== null || checkGuest(control),
    pay: async (again) => {
      const refusal = await pay(item, again)
      if (refusal?.code === 'price_changed') await onPriceChanged()
      return refusal
    },
    emailTaken: EMAIL_TAKEN,
  })
  const { payment, applied, control, refused, quote, isLocked } = form
  // The notice asks to sign in again, which has happened.
  const isOutdated = refused?.refusal.code === 'signed_out' && user !== null

  if (payment.step === 'succeeded') return <PaidCover order={payment.order} />
  return (
    <form
      ref={control.form}
      noValidate
      onSubmit={form.onSubmit}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
    >
      {user ? (
        <BillingDetails user={user} control={control} isLocked={isLocked} />
      ) : (
        <CustomerInformation control={control} isLocked={isLocked} />
      )}
      <OrderSummary
        heading="h2"
        item={item}
        quote={quote}
        couponCode={applied?.code}
        country={(user ?? GUEST).country}
        currencyNote={form.currencyNote}
        today={form.today}
        partsChoice={<PartsChoice item={item} amount={quote.amount} isLocked={isLocked} />}
        couponBox={<CouponBox item={form.couponPackage} isLocked={isLocked} />}
        className="bg-ground-raised shadow-card lg:sticky lg:top-24"
      >
        {refused && !isOutdated && <RefusalNotice {...refused} total={quote.amount} />}
        <PaySection
          payment={payment}
          label={form.label}
          currency={quote.amount.currency}
          isDisabled={!form.canPay}
        />
      </OrderSummary>
    </form>
  )
}

function checkGuest({ check }: BuyerFormControl): boolean {
  if (check()) return true
  const draft = $buyerDraft.get()
  if (REQUIRED.some((field) => !draft[field].trim())) showError('Please fill in all required fields')
  return false
}
