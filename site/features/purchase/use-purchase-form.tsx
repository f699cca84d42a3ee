import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
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
import { Button } from '../../ui/button.tsx'

const DETAILS: readonly BuyerFormField[] = [...listBuyerFields('person'), 'password']
const COMPANY = listBuyerFields('company')
const ADDRESS = listBuyerFields('address')
const FIELDS = [...DETAILS, ...COMPANY, ...ADDRESS]

/** The purchase form: the same in the shop's dialog and in the frame on another website, which draw what is around it. */
export function usePurchaseForm({
  selected,
  isClosed,
  buy,
  tabFor,
}: {
  selected: Package
  /** Nothing can be bought now. */
  isClosed: boolean
  /** @returns why the order was refused */
  buy: () => Promise<Refusal | undefined>
  /** Set where signing in opens a tab of the shop: the package to go on with. */
  tabFor?: number
}): { formId: string; isLocked: boolean; form: ReactNode; progress: ReactNode; payButton: ReactNode } {
  const payment = useStore($payment)
  const { applied } = useStore($coupon)
  const control = useBuyerForm(FIELDS)
  const [refused, setRefused] = useState<{ refusal: Refusal; shownCents: number } | undefined>()
  const formId = useId()
  const priceCents = readPriceCents(selected)
  const totalCents = quotePrice(priceCents, applied).amountCents
  const isBusy = isProcessing(payment)
  const isLocked = isBusy || isClosed

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isLocked || isBelowMinimum(totalCents)) return
    setRefused(undefined)
    if (!control.check()) return
    const shownCents = quoteWithCoupon(priceCents).amountCents
    const refusal = await buy()
    if (!refusal) return
    setRefused({ refusal, shownCents })
    control.explain(
      refusal,
      <>
        This email already has an account. <SignInLink tabFor={tabFor} /> or enter its password and try again.
      </>,
    )
  }

  return {
    formId,
    isLocked,
    progress: <PaymentProgress payment={payment} />,
    payButton: (
      <Button
        type="submit"
        form={formId}
        busy={isBusy}
        disabled={isLocked || isBelowMinimum(totalCents)}
        className="min-w-40 flex-1 tabular-nums sm:flex-none"
      >
        {isBusy ? 'Processing...' : payLabel(totalCents)}
      </Button>
    ),
    form: (
      <form
        ref={control.form}
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="flex min-w-0 flex-col gap-8">
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
            <SignInOffer isLocked={isLocked} tabFor={tabFor} />
            {/* The summary follows the form here. */}
            <p className="text-sm text-ink-quiet lg:hidden">{describeDelivery(selected)}</p>
          </div>
          <BuyerFields legend="Your details" fields={DETAILS} control={control} isLocked={isLocked} />
          <BuyerFields legend="Your company" fields={COMPANY} control={control} isLocked={isLocked} />
          <BuyerFields legend="Billing address" fields={ADDRESS} control={control} isLocked={isLocked} />
        </div>
        <OrderSummary
          // The frame is a page, whose title is its h1; the modal's is an h2.
          heading={tabFor === undefined ? 'h3' : 'h2'}
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
    ),
  }
}
