import { type ReactNode, useId } from 'react'
import { listBuyerFields } from '../../../api/contract/buyer-fields.ts'
import type { Package } from '../../../api/contract/catalogue.ts'
import { BuyerFields, type BuyerFormField } from '../../flow/buyer-fields.tsx'
import { CouponBox } from '../../flow/coupon-box.tsx'
import { describeDelivery, OrderSummary, payLabel } from '../../flow/order-summary.tsx'
import type { Refusal } from '../../flow/payment-machine.ts'
import { PaymentProgress, SecurePaymentNote } from '../../flow/payment-notes.tsx'
import { RefusalNotice } from '../../flow/refusal-notice.tsx'
import { SignInLink, SignInOffer } from '../../flow/sign-in-offer.tsx'
import { usePaymentForm } from '../../flow/use-payment-form.ts'
import { Button } from '../../ui/button.tsx'

const DETAILS: readonly BuyerFormField[] = [...listBuyerFields('person'), 'password']
const COMPANY = listBuyerFields('company')
const ADDRESS = listBuyerFields('address')
const FIELDS = [...DETAILS, ...COMPANY, ...ADDRESS]

/** The purchase form: the same in the shop's dialog and in the frame on another website, which draw what is around it. */
export function usePurchaseForm({
  selected,
  buy,
  newTabPackageId,
}: {
  selected: Package
  /** @returns why the order was refused */
  buy: () => Promise<Refusal | undefined>
  /** In the frame: signing in opens the checkout of this package in a new tab. */
  newTabPackageId?: number
}): { formId: string; isLocked: boolean; form: ReactNode; progress: ReactNode; payButton: ReactNode } {
  const { payment, applied, control, refused, quote, couponPackage, isBusy, isLocked, canPay, onSubmit } =
    usePaymentForm({
      item: selected,
      fields: FIELDS,
      check: ({ check }) => check(),
      pay: buy,
      emailTaken: (
        <>
          This email already has an account. <SignInLink newTabPackageId={newTabPackageId} /> or enter its
          password and try again.
        </>
      ),
    })
  const formId = useId()

  return {
    formId,
    isLocked,
    progress: <PaymentProgress payment={payment} />,
    payButton: (
      <Button
        type="submit"
        form={formId}
        busy={isBusy}
        disabled={!canPay}
        className="min-w-40 flex-1 tabular-nums sm:flex-none"
      >
        {isBusy ? 'Processing...' : payLabel(quote.amountCents)}
      </Button>
    ),
    form: (
      <form
        ref={control.form}
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="flex min-w-0 flex-col gap-8">
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
            <SignInOffer isLocked={isLocked} newTabPackageId={newTabPackageId} />
            {/* On small screens the summary, which says it too, is below the form. */}
            <p className="text-sm text-ink-quiet lg:hidden">{describeDelivery(selected)}</p>
          </div>
          <BuyerFields legend="Your details" fields={DETAILS} control={control} isLocked={isLocked} />
          <BuyerFields legend="Your company" fields={COMPANY} control={control} isLocked={isLocked} />
          <BuyerFields legend="Billing address" fields={ADDRESS} control={control} isLocked={isLocked} />
        </div>
        <OrderSummary
          // Below the h1 of the frame's page, or the h2 of the dialog.
          heading={newTabPackageId === undefined ? 'h3' : 'h2'}
          item={selected}
          quote={quote}
          couponCode={applied?.code}
          couponBox={<CouponBox item={couponPackage} isLocked={isLocked} />}
          className="min-w-0 self-start bg-ground-quiet lg:sticky lg:top-0"
        >
          {refused && <RefusalNotice {...refused} totalCents={quote.amountCents} />}
          <SecurePaymentNote />
        </OrderSummary>
      </form>
    ),
  }
}
