import { brand } from 'virtual:content'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import type { User } from '#api/contract/people/auth.ts'
import { nameCountry } from '#api/rules/countries.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { findStateFaultOfAccount } from '#api/rules/money/indian-address.ts'
import { GUEST_PLACEHOLDERS, omitPlaceholders } from '#api/rules/placeholders.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $session } from '#site/kit/stores/session.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { askOnceAboutPin } from '#site/shop/payment/address-faults.ts'
import { billingCountryOf } from '#site/shop/payment/agreed-price.ts'
import { BuyerFields, type BuyerFieldsControl } from '#site/shop/payment/buyer-fields.tsx'
import { CouponBox } from '#site/shop/payment/coupon-box.tsx'
import { InstalmentsChoice } from '#site/shop/payment/instalments.tsx'
import { OrderSummary } from '#site/shop/payment/order-summary.tsx'
import { PaidCover } from '#site/shop/payment/paid-cover.tsx'
import { PaymentNotice, RefusalNotice } from '#site/shop/payment/payment-notes.tsx'
import { SignInLink } from '#site/shop/payment/sign-in-offer.tsx'
import type { BuyerFormControl } from '#site/shop/payment/use-buyer-form.ts'
import { usePaymentForm } from '#site/shop/payment/use-payment-form.ts'
import { pay } from './checkout.ts'
import { CHECKOUT_FIELDS, CustomerInformation, PaySection, REQUIRED_FIELDS } from './checkout-states.tsx'

const EMAIL_TAKEN = (
  <>
    This email already has an account. <SignInLink /> to continue. Your order stays as it is.
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
  const [fault, setFault] = useState('')
  const form = usePaymentForm({
    item,
    country: billingCountryOf(user ?? undefined),
    fields: CHECKOUT_FIELDS,
    check: (control) => (user ? checkAccount(user) : checkGuest(control)),
    pay: async (again) => {
      const refusal = await pay(item, again)
      if (refusal?.code === 'price_changed') await onPriceChanged()
      return refusal
    },
    emailTaken: EMAIL_TAKEN,
  })
  /** Shows a toast, because the address is edited in the profile and has no field here. */
  function checkAccount(account: User): boolean {
    const known = omitPlaceholders(account)
    const stateFault = findStateFaultOfAccount(brand, known)
    const said = stateFault
      ? `State in your profile: ${known.state || 'not given'}. ${stateFault} Change it in your profile, then pay.`
      : askOnceAboutPin(known)
    setFault(said ?? '')
    return !said
  }

  const { payment, applied, control, refused, quote, isLocked } = form
  // The notice asks to sign in again, and the buyer has.
  const isOutdated = refused?.refusal.code === 'signed_out' && user !== null

  if (payment.step === 'succeeded') return <PaidCover order={payment.order} />
  return (
    <form
      ref={control.form}
      noValidate
      onSubmit={form.onSubmit}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
    >
      {user && (
        <p className="flex justify-between gap-4 font-semibold text-ink lg:hidden">
          <span className="min-w-0 [overflow-wrap:anywhere]">{item.name}</span>
          <span className="tabular-nums">{formatMoney(quote.amount)}</span>
        </p>
      )}
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
        country={(user ?? GUEST_PLACEHOLDERS).country}
        currencyNote={form.currencyNote}
        today={form.today}
        instalmentsChoice={<InstalmentsChoice item={item} amount={quote.amount} isLocked={isLocked} />}
        couponBox={<CouponBox item={form.couponPackage} isLocked={isLocked} />}
        className="bg-ground-raised shadow-card lg:sticky lg:top-24"
      >
        {fault && <PaymentNotice text={fault} />}
        {refused && !isOutdated && <RefusalNotice {...refused} total={quote.amount} />}
        <PaySection payment={payment} label={form.label} amount={quote.amount} isDisabled={!form.canPay} />
      </OrderSummary>
    </form>
  )
}

function checkGuest({ check }: BuyerFormControl): boolean {
  if (check()) return true
  const draft = $buyerDraft.get()
  if (REQUIRED_FIELDS.some((field) => !draft[field].trim())) showError('Please fill in all required fields')
  return false
}

const REFERENCE = ['reference'] as const

/** The signed-in customer's data, and the one field that belongs to the order: the reference. */
function BillingDetails({
  user,
  control,
  isLocked,
}: {
  user: User
  control: BuyerFieldsControl
  isLocked: boolean
}) {
  const { company, address, city, state, zipCode, country } = omitPlaceholders(user)
  const details = [
    { label: 'Name', text: `${user.firstName} ${user.lastName}` },
    { label: 'Email', text: user.email },
    { label: 'Phone', text: user.phone },
    { label: 'Company', text: company },
    {
      label: 'Address',
      text: [address, city, state, zipCode.replaceAll(' ', '\u00a0'), nameCountry(country)]
        .map((part) => part.trim())
        .filter(Boolean)
        .join(', '),
    },
    ...(user.taxId ? [{ label: 'Tax ID', text: user.taxId }] : []),
  ]
  return (
    <Card
      title="Billing Details"
      actions={
        <a
          href="/dashboard"
          className="-my-2 inline-flex min-h-target items-center rounded px-2 text-sm font-medium text-accent-strong hover:text-accent-hover focus-visible:outline focus-visible:outline-2 focus-visible:outline-accent"
        >
          Change in your profile
        </a>
      }
    >
      <dl className="grid gap-x-6 gap-y-5 px-5 py-5 text-sm sm:grid-cols-2 sm:px-6">
        {details.map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text || <span className="text-ink-quiet">Not given</span>}
          </Fact>
        ))}
      </dl>
      <div className="border-t border-line px-5 py-5 sm:px-6">
        <BuyerFields
          legend="Your reference"
          hasVisibleLegend={false}
          fields={REFERENCE}
          control={control}
          isLocked={isLocked}
        />
      </div>
    </Card>
  )
}
