/** Buying the selected package from the home page: the payment's plan, and what follows each of its ends. */
import type { Package } from '../../../api/contract/catalogue.ts'
import type { CreateOrderBody } from '../../../api/contract/orders.ts'
import { parsePriceCents, toDecimal, toDollars } from '../../../api/contract/pricing.ts'
import { callApi } from '../../client/api.ts'
import { parseBuyer } from '../../flow/buyer-validation.ts'
import {
  forgetCoupon,
  normalizeCode,
  quoteWithCoupon,
  recheckCoupon,
  refuseCoupon,
} from '../../flow/coupon.ts'
import type { Refusal } from '../../flow/payment-machine.ts'
import { redirectLater } from '../../flow/redirect.ts'
import { resetPayment, runPayment } from '../../flow/run-payment.ts'
import { formatUsd } from '../../format/money.ts'
import { $buyerDraft, resetBuyerDraft } from '../../stores/buyer-draft.ts'
import { $coupon } from '../../stores/coupon.ts'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { reportSale } from './ad-conversion.ts'
import { describeFailure } from './endings.ts'

const SUCCESS_MS = 2000

/** @returns minor units; 0 for a price that is none, which the server then refuses */
export function readPriceCents({ price }: Package): number {
  return parsePriceCents(price) ?? 0
}

/**
 * Runs the purchase with what the form holds, which has been checked.
 * @returns why the order was refused, where the buyer is to stay in the form
 */
export async function purchase(): Promise<Refusal | undefined> {
  const bought = $selectedPackage.get()
  if (!bought) {
    showError('No package selected')
    return undefined
  }
  const form = parseBuyer($buyerDraft.get())
  const priceCents = readPriceCents(bought)
  const shown = { ...quoteWithCoupon(priceCents), hasCoupon: $coupon.get().applied !== null }

  const end = await runPayment({
    checkCoupon: normalizeCode($buyerDraft.get().couponCode)
      ? () => recheckCoupon('/api/coupons/validate')
      : undefined,
    orderBody: () => {
      const quote = quoteWithCoupon(priceCents)
      // Dearer than what the buyer has seen is the buyer's to decide: the server refuses the figure shown.
      const agreedCents = shown.hasCoupon ? Math.min(shown.amountCents, quote.amountCents) : quote.amountCents
      return {
        packageId: bought.id,
        finalAmount: toDollars(agreedCents),
        userData: {
          ...form,
          originalAmount: toDecimal(quote.originalCents),
          discountAmount: toDecimal(quote.discountCents),
          couponCode: $coupon.get().applied?.code ?? null,
        },
      } satisfies CreateOrderBody
    },
    onOrderCreated: ({ amount }) => {
      const { discountCents } = quoteWithCoupon(priceCents)
      const discount = $coupon.get().applied
        ? ` (${formatUsd(toDecimal(discountCents))} discount applied)`
        : ''
      showToast('Order Created', `Proceeding to payment of ${formatUsd(toDecimal(amount))}${discount}...`)
    },
    description: bought.name,
    buyer: { name: `${form.firstName} ${form.lastName}`, email: form.email, contact: form.phone },
  })

  switch (end?.step) {
    case 'succeeded':
      showToast(
        'Payment Successful!',
        `Thank you for purchasing ${bought.name}. You can now access your dashboard.`,
      )
      reportSale({
        orderId: end.orderId,
        email: form.email,
        value: toDollars(quoteWithCoupon(priceCents).amountCents),
      })
      $selectedPackage.set(null)
      resetBuyerDraft()
      forgetCoupon()
      resetPayment()
      redirectLater('/dashboard', SUCCESS_MS)
      return undefined
    case 'failed': {
      const { title, description, isError, url, delayMs } = describeFailure(end)
      if (isError) showError(title, description)
      else showToast(title, description)
      redirectLater(url, delayMs)
      return undefined
    }
    case 'refused':
      await explainRefusal(end.refusal, bought)
      return end.refusal
    default:
      return undefined
  }
}

async function explainRefusal({ at, code, message }: Refusal, bought: Package): Promise<void> {
  if (at === 'checkingCoupon') {
    showError(
      'Coupon validation failed during checkout',
      'Remove the code or try another one, then submit again.',
    )
    return
  }
  showError('Order Creation Failed', 'Please try again or contact support.')
  if (code === 'coupon_invalid') refuseCoupon(message)
  if (code === 'price_changed') await refreshPackage(bought)
}

/** The right price, from the catalogue: the form shows it and the buyer decides. */
async function refreshPackage(bought: Package): Promise<void> {
  try {
    const fresh = await callApi<Package>(`/api/packages/${bought.id}`)
    if ($selectedPackage.get()?.id === bought.id) $selectedPackage.set(fresh)
  } catch {
    // The next submit finds out again.
  }
}
