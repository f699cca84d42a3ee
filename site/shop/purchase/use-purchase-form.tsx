import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { type BuyerFieldName, getBuyerField, listBuyerFields } from '#api/rules/buyer-fields.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { BuyerFields, type BuyerFormField } from '#site/shop/payment/buyer-fields.tsx'
import { CouponBox } from '#site/shop/payment/coupon-box.tsx'
import { InstalmentsChoice } from '#site/shop/payment/instalments.tsx'
import { OrderSummary } from '#site/shop/payment/order-summary.tsx'
import type { Refusal } from '#site/shop/payment/payment-machine.ts'
import { PaymentProgress, RefusalNotice, SecurePaymentNote } from '#site/shop/payment/payment-notes.tsx'
import { leavePayment } from '#site/shop/payment/run-payment.ts'
import { SignInLink, SignInOffer } from '#site/shop/payment/sign-in-offer.tsx'
import { usePaymentForm } from '#site/shop/payment/use-payment-form.ts'

const PERSON: readonly BuyerFormField[] = [...listBuyerFields('person'), 'password']
const billed = [...listBuyerFields('company'), ...listBuyerFields('address')]
const isRequired = (field: BuyerFieldName) => getBuyerField(field).required !== undefined
/** What may stay empty comes last. */
const COMPANY: readonly BuyerFormField[] = [
  ...billed.filter(isRequired),
  ...billed.filter((field) => !isRequired(field)),
  'reference',
]
const FIELDS = [...PERSON, ...COMPANY]

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
  const summaryId = useId()

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
        className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_18rem] lg:gap-x-10 lg:grid-cols-[minmax(0,1fr)_21rem]"
      >
        {/* On a phone the summary is below the form. */}
        <button
          type="button"
          onClick={() => document.getElementById(summaryId)?.scrollIntoView()}
          data-in-use
          className={`sticky z-10 -mx-5 -mt-5 flex min-h-target items-center gap-2 border-b border-line bg-ground-quiet px-5 text-sm font-medium text-ink sm:-mx-6 sm:px-6 md:hidden ${newTabPackageId === undefined ? '-top-5' : 'top-0'}`}
        >
          Order Summary
          <span className="ml-auto text-base font-semibold tabular-nums">{formatMoney(quote.amount)}</span>
        </button>
        <div className="flex min-w-0 flex-col gap-8 max-md:[&_:is(input,select)]:scroll-mt-20">
          <SignInOffer isLocked={isLocked} newTabPackageId={newTabPackageId} />
          <BuyerFields legend="You" fields={PERSON} control={control} isLocked={isLocked} />
          <BuyerFields legend="Your company" fields={COMPANY} control={control} isLocked={isLocked} />
        </div>
        <OrderSummary
          id={summaryId}
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
          className="min-w-0 scroll-mt-14 self-start bg-ground-quiet md:sticky md:top-0"
        >
          {refused && <RefusalNotice {...refused} total={quote.amount} />}
          <SecurePaymentNote amount={quote.amount} />
        </OrderSummary>
      </form>
    ),
  }
}
