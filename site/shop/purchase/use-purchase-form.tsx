import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { listBuyerFields } from '#api/rules/buyer-fields.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { BuyerFields, type BuyerFormField } from '#site/shop/payment/buyer-fields.tsx'
import { CouponBox } from '#site/shop/payment/coupon-box.tsx'
import { InstalmentsChoice } from '#site/shop/payment/instalments.tsx'
import { describeDelivery, OrderSummary } from '#site/shop/payment/order-summary.tsx'
import type { Refusal } from '#site/shop/payment/payment-machine.ts'
import { PaymentProgress, RefusalNotice, SecurePaymentNote } from '#site/shop/payment/payment-notes.tsx'
import { leavePayment } from '#site/shop/payment/run-payment.ts'
import { SignInLink, SignInOffer } from '#site/shop/payment/sign-in-offer.tsx'
import { usePaymentForm } from '#site/shop/payment/use-payment-form.ts'

const DETAILS: readonly BuyerFormField[] = [...listBuyerFields('person'), 'password']
const COMPANY: readonly BuyerFormField[] = [...listBuyerFields('company'), 'reference']
const ADDRESS = listBuyerFields('address')
const FIELDS = [...DETAILS, ...COMPANY, ...ADDRESS]

/** The form and footer of a purchase, for the shop's dialog and for the frame on another website. */
export function usePurchaseForm({
  selected,
  buy,
  onClose,
  newTabPackageId,
}: {
  selected: Package
  /** @returns why the order was refused */
  buy: (again: boolean) => Promise<Refusal | undefined>
  onClose: (() => void) | undefined
  /** Set in the frame: signing in opens this package's checkout in a new tab. */
  newTabPackageId?: number
}) {
  const { country } = useStore($buyerDraft)
  const { payment, control, quote, isLocked, refused, ...purchase } = usePaymentForm({
    item: selected,
    country,
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

  const close = () => leavePayment() && onClose?.()

  return {
    formId,
    /** Has no effect while the provider's checkout is open. */
    close,
    footer: (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <PaymentProgress payment={payment} />
        <div className="ml-auto flex w-full flex-1 gap-3 sm:w-auto sm:flex-none">
          {onClose && (
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            busy={purchase.isBusy}
            disabled={!purchase.canPay}
            className="min-w-40 flex-1 tabular-nums sm:flex-none"
          >
            {purchase.isBusy ? 'Processing...' : purchase.label}
          </Button>
        </div>
      </div>
    ),
    form: (
      <form
        ref={control.form}
        id={formId}
        noValidate
        onSubmit={purchase.onSubmit}
        className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="flex min-w-0 flex-col gap-8">
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
            <SignInOffer isLocked={isLocked} newTabPackageId={newTabPackageId} />
            {/* On small screens the summary, which says the same, is below the form. */}
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
          couponCode={purchase.applied?.code}
          country={country}
          currencyNote={purchase.currencyNote}
          today={purchase.today}
          instalmentsChoice={<InstalmentsChoice item={selected} amount={quote.amount} isLocked={isLocked} />}
          couponBox={<CouponBox item={purchase.couponPackage} isLocked={isLocked} />}
          className="min-w-0 self-start bg-ground-quiet lg:sticky lg:top-0"
        >
          {refused && <RefusalNotice {...refused} total={quote.amount} />}
          <SecurePaymentNote currency={quote.amount.currency} />
        </OrderSummary>
      </form>
    ),
  }
}
