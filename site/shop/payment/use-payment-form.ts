import { currencies } from 'virtual:content'
import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import type { Money } from '#api/rules/money/money.ts'
import { isBelowMinimum } from '#api/rules/money/pricing.ts'
import { smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { nameCurrency } from '#site/kit/format/currency.ts'
import { $coupon } from '#site/kit/stores/coupon.ts'
import { useBilled } from './agreed-price.ts'
import type { BuyerFormField } from './buyer-fields.tsx'
import { findMisfit, quoteWithCoupon, refuseCoupon } from './coupon.ts'
import { $paidAtOnce, chosenInstalments } from './instalments.tsx'
import { payLabel } from './order-summary.tsx'
import { BOUGHT_BEFORE, CURRENCY_UNAVAILABLE, isProcessing, type Refusal } from './payment-machine.ts'
import { $payment } from './run-payment.ts'
import { type BuyerFormControl, useBuyerForm } from './use-buyer-form.ts'

interface PaymentFormOptions {
  item: Package
  /** The billing country; '' until one is chosen. */
  country: string
  fields: readonly BuyerFormField[]
  /** @returns whether the form may be sent */
  check: (control: BuyerFormControl) => boolean
  /**
   * @param again whether the buyer was asked about buying the package once more and agreed
   * @returns why the order was refused, if the buyer should stay in the form
   */
  pay: (again: boolean) => Promise<Refusal | undefined>
  /** Shown to a buyer whose e-mail already has an account. */
  emailTaken: ReactNode
}

/** The form that pays for a package, shared by the purchase form and the checkout page. */
export function usePaymentForm({ item, country, fields, check, pay, emailTaken }: PaymentFormOptions) {
  const payment = useStore($payment)
  const coupon = useStore($coupon)
  const { applied } = coupon
  const control = useBuyerForm(fields)
  const [refused, setRefused] = useState<{ refusal: Refusal; shown: Money } | undefined>()
  const { price, noteOn } = useBilled(item, country)
  const quote = quoteWithCoupon(price, coupon)
  useStore($paidAtOnce)
  const [instalment] = chosenInstalments(item, quote.amount) ?? []
  const today = instalment?.amount ?? quote.amount
  const when = instalment ? ' today' : ''
  const misfit = findMisfit(applied, price)
  const isBusy = isProcessing(payment)
  // After a failure the buyer may have been charged, or is about to be redirected.
  const isLocked = isBusy || payment.step === 'failed'
  const canPay =
    !isLocked && !isBelowMinimum(quote.amount, smallestChargeOf(currencies, quote.amount.currency))

  useEffect(() => {
    if (misfit) refuseCoupon(misfit)
  }, [misfit])

  const isAsked = refused?.refusal.code === BOUGHT_BEFORE
  const isInstead =
    refused?.refusal.code === CURRENCY_UNAVAILABLE && refused.refusal.currency === price.currency

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!canPay) return
    setRefused(undefined)
    if (!check(control)) return
    const shown = quoteWithCoupon(price).amount
    const refusal = await pay(isAsked)
    if (!refusal) return
    setRefused({ refusal, shown })
    control.explain(refusal, emailTaken)
  }

  return {
    payment,
    applied,
    control,
    refused,
    quote,
    today,
    // The refusal already says so.
    currencyNote: isInstead ? '' : noteOn(quote.amount),
    couponPackage: { id: item.id, price },
    label: isAsked
      ? `Buy again for ${formatMoney(today)}${when}`
      : `${payLabel(today)}${when}${isInstead ? ` in ${nameCurrency(price.currency)} instead` : ''}`,
    isBusy,
    isLocked,
    canPay,
    onSubmit: (event: FormEvent) => void submit(event),
  }
}
