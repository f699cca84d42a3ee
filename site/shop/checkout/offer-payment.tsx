import { brand } from 'virtual:content'
import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useState } from 'react'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { OpenedOffer } from '#api/contract/sales/offers.ts'
import { listBuyerFields } from '#api/rules/buyer-fields.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { type Money, readAmount } from '#api/rules/money/money.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readCode, readIssues, readMessage, readStatus } from '#site/kit/client/refusals.ts'
import { nameCurrency } from '#site/kit/format/currency.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $session } from '#site/kit/stores/session.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { BuyerFields, type BuyerFormField } from '#site/shop/payment/buyer-fields.tsx'
import { PaidCover } from '#site/shop/payment/paid-cover.tsx'
import { CURRENCY_UNAVAILABLE, isProcessing } from '#site/shop/payment/payment-machine.ts'
import { PaymentNotice } from '#site/shop/payment/payment-notes.tsx'
import { $payment } from '#site/shop/payment/run-payment.ts'
import { pickFieldErrors, useBuyerForm } from '#site/shop/payment/use-buyer-form.ts'
import { payResumed } from './checkout.ts'
import { PaySection } from './checkout-states.tsx'

export interface OfferPartProps {
  token: string
  offer: OpenedOffer
  onChanged: (offer: OpenedOffer) => void
}

/** Country first: it decides the charge and what the invoice says. */
const DETAILS: readonly BuyerFormField[] = [
  'country',
  ...listBuyerFields('person').filter((field) => field !== 'email'),
  ...listBuyerFields('company'),
  ...listBuyerFields('address').filter((field) => field !== 'country'),
  'reference',
]
const FIELDS = {
  nothing: [],
  details: DETAILS,
  account: [...DETAILS, 'password'],
} satisfies Record<string, readonly BuyerFormField[]>

/** Pays an accepted offer. A new customer first gives the details for the account and the invoice. */
export function OfferPayment({
  token,
  offer,
  order,
  onChanged,
}: OfferPartProps & { order: NonNullable<OpenedOffer['order']> }) {
  const payment = useStore($payment)
  const dueNow = `${formatAmount(order.dueNow ?? offer.total, offer.currency)}${order.dueNow ? ' today' : ''}`
  const [isOpening, setIsOpening] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const fields: readonly BuyerFormField[] = FIELDS[order.needs]
  const control = useBuyerForm(fields)
  const isLocked = isOpening || isProcessing(payment) || payment.step === 'failed'

  useEffect(() => {
    const { firstName, lastName } = $buyerDraft.get()
    if (!firstName && !lastName) {
      $buyerDraft.setKey('firstName', offer.firstName)
      $buyerDraft.setKey('lastName', offer.lastName)
    }
    $buyerDraft.setKey('email', offer.email)
  }, [offer])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isLocked || (fields.length > 0 && !control.check())) return
    const { email: _, couponCode: __, password, ...person } = $buyerDraft.get()
    const details = { ...person, ...(order.needs === 'account' && { password }) }
    setIsOpening(true)
    setIsRefused(false)
    try {
      const body = { token, ...(fields.length > 0 && { details }) }
      const opened = await callApi<CreateOrderResponse>('/api/offers/pay', { method: 'POST', body })
      const name = `${person.firstName} ${person.lastName}`
      await payResumed(opened, { packageName: offer.title, buyer: { name, email: offer.email } }, '')
      // Fetch the offer again: the account exists by now, so the form no longer asks for its details.
      if (!$session.get().user) await reload()
    } catch (error) {
      const issues = readIssues(error).map((one) => ({ ...one, path: one.path.replace(/^details\./, '') }))
      if (Object.keys(pickFieldErrors(issues, fields)).length > 0)
        control.explain({ at: 'creatingOrder', issues }, null)
      else if (readCode(error) === CURRENCY_UNAVAILABLE) setIsRefused(true)
      else if (readCode(error) === 'provider_unavailable')
        showError('Payment Failed', 'The payment provider did not answer. Please try again in a moment.')
      else showError('Payment Failed', readMessage(error) ?? 'Please try again.')
      if (readStatus(error) === 409) await reload()
    }
    setIsOpening(false)
  }

  async function reload(): Promise<void> {
    const current = callApi<OpenedOffer>('/api/offers/open', { method: 'POST', body: { token } })
    onChanged(await current.catch(() => offer))
  }

  if (payment.step === 'succeeded' && $session.get().user) return <PaidCover order={payment.order} />
  return (
    <Card
      title={`Pay ${dueNow}`}
      description={`Order ${order.invoiceNumber}. Please pay by ${formatDate(order.payBy)}.`}
    >
      <form
        ref={control.form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-5 px-5 py-5 sm:px-6"
      >
        {fields.length > 0 && (
          <BuyerFields legend="For your invoice" fields={fields} control={control} isLocked={isLocked} />
        )}
        {isRefused && (
          <PaymentNotice
            text={`Payments in ${nameCurrency(offer.currency)} are not possible at the moment. Nothing has been charged, and we have been told. Please write to ${brand.email.support}: we send you the offer in another currency.`}
          />
        )}
        <PaySection
          payment={payment}
          currency={offer.currency}
          label={`Pay ${dueNow}`}
          isDisabled={isLocked}
        />
      </form>
    </Card>
  )
}

/** Gives an offer the shape that parts.tsx expects. */
export const toPlanned = ({ paymentPlan }: OpenedOffer) => ({ id: 0, paymentPlan })
export const totalOf = ({ total, currency }: OpenedOffer): Money => readAmount(total, currency)
