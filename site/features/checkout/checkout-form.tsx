import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import type { Package } from '../../../api/contract/catalogue.ts'
import { isBelowMinimum, quotePrice } from '../../../api/contract/pricing.ts'
import { readPriceCents } from '../../flow/agreed-total.ts'
import { quoteWithCoupon } from '../../flow/coupon.ts'
import { CouponBox } from '../../flow/coupon-box.tsx'
import { OrderSummary, payLabel } from '../../flow/order-summary.tsx'
import { PaidCover } from '../../flow/paid-cover.tsx'
import { isProcessing, type Refusal } from '../../flow/payment-machine.ts'
import { PaymentProgress, SecurePaymentNote } from '../../flow/payment-notes.tsx'
import { RefusalNotice } from '../../flow/refusal-notice.tsx'
import { $payment } from '../../flow/run-payment.ts'
import { SignInLink } from '../../flow/sign-in-offer.tsx'
import { useBuyerForm } from '../../flow/use-buyer-form.ts'
import { VerificationNotice } from '../../flow/verification-notice.tsx'
import { $buyerDraft } from '../../stores/buyer-draft.ts'
import { $coupon } from '../../stores/coupon.ts'
import { $session } from '../../stores/session.ts'
import { showError } from '../../stores/toast.ts'
import { Button } from '../../ui/button.tsx'
import { BillingDetails } from './billing-details.tsx'
import { pay } from './checkout.ts'
import { CustomerInformation, FIELDS } from './checkout-states.tsx'

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
  const payment = useStore($payment)
  const { user } = useStore($session)
  const { applied } = useStore($coupon)
  const control = useBuyerForm(FIELDS)
  const [refused, setRefused] = useState<{ refusal: Refusal; shownCents: number } | undefined>()
  const priceCents = readPriceCents(item)
  const totalCents = quotePrice(priceCents, applied).amountCents
  const isBusy = isProcessing(payment)
  // They have signed in again, as it asks.
  const isOutdated = refused?.refusal.code === 'signed_out' && user !== null
  const isLocked = isBusy || payment.step === 'failed'

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isLocked || isBelowMinimum(totalCents)) return
    setRefused(undefined)
    if (!user && !control.check()) {
      const draft = $buyerDraft.get()
      if (FIELDS.some((field) => !draft[field].trim())) showError('Please fill in all required fields')
      return
    }
    const shownCents = quoteWithCoupon(priceCents).amountCents
    const refusal = await pay(item)
    if (!refusal) return
    if (refusal.code === 'price_changed') await onPriceChanged()
    setRefused({ refusal, shownCents })
    control.explain(refusal, EMAIL_TAKEN)
  }

  if (payment.step === 'succeeded') return <PaidCover order={payment.order} />
  return (
    <form
      ref={control.form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
    >
      {user ? <BillingDetails user={user} /> : <CustomerInformation control={control} isLocked={isLocked} />}
      <OrderSummary
        heading="h2"
        item={item}
        quote={quotePrice(priceCents, applied)}
        couponCode={applied?.code}
        couponBox={<CouponBox item={{ id: item.id, priceCents }} isLocked={isLocked} />}
        className="bg-ground-raised shadow-card lg:sticky lg:top-24"
      >
        {refused && !isOutdated && <RefusalNotice {...refused} totalCents={totalCents} />}
        {payment.step === 'failed' && <VerificationNotice orderId={payment.order.orderId} />}
        <div className="flex flex-col gap-3">
          <Button
            type="submit"
            size="lg"
            busy={isBusy}
            disabled={isLocked || isBelowMinimum(totalCents)}
            className="w-full tabular-nums"
          >
            {isBusy ? 'Processing...' : payLabel(totalCents)}
          </Button>
          {isBusy && <PaymentProgress payment={payment} />}
        </div>
        <SecurePaymentNote />
      </OrderSummary>
    </form>
  )
}
