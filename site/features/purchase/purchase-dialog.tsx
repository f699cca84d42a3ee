import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import { listBuyerFields } from '../../../api/contract/buyer-fields.ts'
import type { Package } from '../../../api/contract/catalogue.ts'
import { isBelowMinimum, quotePrice } from '../../../api/contract/pricing.ts'
import { readPriceCents } from '../../flow/agreed-total.ts'
import { BuyerFields, type BuyerFormField } from '../../flow/buyer-fields.tsx'
import { quoteWithCoupon } from '../../flow/coupon.ts'
import { CouponBox } from '../../flow/coupon-box.tsx'
import { describeDelivery, OrderSummary, payLabel } from '../../flow/order-summary.tsx'
import { isProcessing, type Refusal } from '../../flow/payment-machine.ts'
import { PaymentProgress, SecurePaymentNote } from '../../flow/payment-notes.tsx'
import { RefusalNotice } from '../../flow/refusal-notice.tsx'
import { $payment } from '../../flow/run-payment.ts'
import { SignInLink, SignInOffer } from '../../flow/sign-in-offer.tsx'
import { useBuyerForm } from '../../flow/use-buyer-form.ts'
import { $coupon } from '../../stores/coupon.ts'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { purchase } from './purchase.ts'

const DETAILS: readonly BuyerFormField[] = [...listBuyerFields('person'), 'password']
const COMPANY = listBuyerFields('company')
const ADDRESS = listBuyerFields('address')
const FIELDS = [...DETAILS, ...COMPANY, ...ADDRESS]
const EMAIL_TAKEN = (
  <>
    This email already has an account. <SignInLink /> or enter its password and try again.
  </>
)

export function PurchaseDialog({ selected }: { selected: Package }) {
  const payment = useStore($payment)
  const { applied } = useStore($coupon)
  const control = useBuyerForm(FIELDS)
  const [refused, setRefused] = useState<{ refusal: Refusal; shownCents: number } | undefined>()
  const formId = useId()
  const priceCents = readPriceCents(selected)
  const totalCents = quotePrice(priceCents, applied).amountCents
  const isBusy = isProcessing(payment)
  // After a failure the page is about to change.
  const isLocked = isBusy || payment.step === 'failed'

  function close(): void {
    if (!isLocked) $selectedPackage.set(null)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isLocked || isBelowMinimum(totalCents)) return
    setRefused(undefined)
    if (!control.check()) return
    const shownCents = quoteWithCoupon(priceCents).amountCents
    const refusal = await purchase()
    if (!refusal) return
    setRefused({ refusal, shownCents })
    control.explain(refusal, EMAIL_TAKEN)
  }

  return (
    <Dialog
      // The provider's checkout is outside the dialog, so a modal dialog would block clicks on it.
      open={payment.step !== 'paying'}
      onClose={close}
      title={`Get Started with ${selected.name}`}
      size="xl"
      isCapped
      footer={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <PaymentProgress payment={payment} />
          <div className="ml-auto flex w-full flex-1 gap-3 sm:w-auto sm:flex-none">
            <Button variant="secondary" disabled={isLocked} onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              busy={isBusy}
              disabled={isLocked || isBelowMinimum(totalCents)}
              className="min-w-40 flex-1 tabular-nums sm:flex-none"
            >
              {isBusy ? 'Processing...' : payLabel(totalCents)}
            </Button>
          </div>
        </div>
      }
    >
      <form
        ref={control.form}
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="flex min-w-0 flex-col gap-8">
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
            <SignInOffer isLocked={isLocked} />
            {/* The summary follows the form here. */}
            <p className="text-sm text-ink-quiet lg:hidden">{describeDelivery(selected)}</p>
          </div>
          <BuyerFields legend="Your details" fields={DETAILS} control={control} isLocked={isLocked} />
          <BuyerFields legend="Your company" fields={COMPANY} control={control} isLocked={isLocked} />
          <BuyerFields legend="Billing address" fields={ADDRESS} control={control} isLocked={isLocked} />
        </div>
        <OrderSummary
          heading="h3"
          item={selected}
          quote={quotePrice(priceCents, applied)}
          couponCode={applied?.code}
          couponBox={<CouponBox item={{ id: selected.id, priceCents }} isLocked={isLocked} />}
          className="min-w-0 self-start bg-ground-quiet lg:sticky lg:top-0"
        >
          {refused && (
            <RefusalNotice
              refusal={refused.refusal}
              shownCents={refused.shownCents}
              totalCents={totalCents}
            />
          )}
          <SecurePaymentNote />
        </OrderSummary>
      </form>
    </Dialog>
  )
}
