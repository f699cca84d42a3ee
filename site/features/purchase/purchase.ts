/** Buying the selected package from the home page: the payment's plan, and what follows each of its ends. */
import type { BuyerForm } from '../../../api/contract/buyer-form.ts'
import type { Package } from '../../../api/contract/catalogue.ts'
import type { CreateOrderBody, CreateOrderResponse } from '../../../api/contract/orders.ts'
import { toDecimal, toDollars } from '../../../api/contract/pricing.ts'
import { findFreshPackage, noteTotal, readPriceCents } from '../../flow/agreed-total.ts'
import { parseBuyer } from '../../flow/buyer-validation.ts'
import {
  forgetCoupon,
  normalizeCode,
  quoteWithCoupon,
  recheckCoupon,
  refuseCoupon,
} from '../../flow/coupon.ts'
import {
  findOpenOrder,
  forgetOpenOrder,
  type OrderTerms,
  storeOpenOrder,
  storeReceipt,
} from '../../flow/open-order.ts'
import type { PaymentState, Refusal } from '../../flow/payment-machine.ts'
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
  const draft = $buyerDraft.get()
  const form = parseBuyer(draft)
  const priceCents = readPriceCents(bought)
  const readAgreedTotal = noteTotal(priceCents)
  const openOrder = await findOpenOrder(readTerms(bought, form))
  const isCouponNew = !openOrder && normalizeCode(draft.couponCode) !== ''

  const end = await runPayment({
    openOrder,
    checkCoupon: isCouponNew ? () => recheckCoupon('/api/coupons/validate') : undefined,
    orderBody: () => describeOrder(bought, form, readAgreedTotal()),
    onOrderCreated: (order) => {
      if (!openOrder?.receipt) announceOrder(priceCents, order)
      if (!openOrder) void storeOpenOrder(order, readTerms(bought, form))
    },
    onPaid: storeReceipt,
    description: bought.name,
    buyer: { name: `${form.firstName} ${form.lastName}`, email: form.email, contact: form.phone },
  })

  switch (end?.step) {
    case 'succeeded':
      finish(bought, form, end.orderId)
      return undefined
    case 'failed':
      leave(end)
      return undefined
    case 'refused':
      await explainRefusal(end.refusal, bought)
      return end.refusal
    default:
      return undefined
  }
}

function describeOrder(bought: Package, form: BuyerForm, finalAmount: number): CreateOrderBody {
  const quote = quoteWithCoupon(readPriceCents(bought))
  return {
    packageId: bought.id,
    finalAmount,
    userData: {
      ...form,
      originalAmount: toDecimal(quote.originalCents),
      discountAmount: toDecimal(quote.discountCents),
      couponCode: $coupon.get().applied?.code ?? null,
    },
  }
}

function readTerms(bought: Package, { couponCode: _, ...buyer }: BuyerForm): OrderTerms {
  return {
    packageId: bought.id,
    couponCode: $coupon.get().applied?.code ?? null,
    amountCents: quoteWithCoupon(readPriceCents(bought)).amountCents,
    buyer,
  }
}

function announceOrder(priceCents: number, { amount }: CreateOrderResponse): void {
  const saved = formatUsd(toDecimal(quoteWithCoupon(priceCents).discountCents))
  const discount = $coupon.get().applied ? ` (${saved} discount applied)` : ''
  showToast('Order Created', `Proceeding to payment of ${formatUsd(toDecimal(amount))}${discount}...`)
}

function finish(bought: Package, { email }: BuyerForm, orderId: number): void {
  const { amountCents } = quoteWithCoupon(readPriceCents(bought))
  showToast(
    'Payment Successful!',
    `Thank you for purchasing ${bought.name}. You can now access your dashboard.`,
  )
  reportSale({ orderId, email, value: toDollars(amountCents) })
  $selectedPackage.set(null)
  resetBuyerDraft()
  forgetCoupon()
  forgetOpenOrder()
  resetPayment()
  redirectLater('/dashboard', SUCCESS_MS)
}

function leave(failed: Extract<PaymentState, { step: 'failed' }>): void {
  const { title, description, isError, url, delayMs } = describeFailure(failed)
  if (isError) showError(title, description)
  else showToast(title, description)
  redirectLater(url, delayMs)
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
  if (code !== 'price_changed') return
  const fresh = await findFreshPackage(bought.id)
  if (fresh && $selectedPackage.get()?.id === bought.id) $selectedPackage.set(fresh)
}
