/** Buying the selected package: the steps, and what follows each outcome in the shop's own pages. */
import type { BuyerForm } from '../../../api/contract/buyer-form.ts'
import type { Package } from '../../../api/contract/catalogue.ts'
import type { CreateOrderBody, CreateOrderResponse } from '../../../api/contract/orders.ts'
import { toDecimal } from '../../../api/contract/pricing.ts'
import { findFreshPackage, readPriceCents } from '../../flow/agreed-total.ts'
import { parseBuyer } from '../../flow/buyer-validation.ts'
import { quoteWithCoupon } from '../../flow/coupon.ts'
import { describeFailure } from '../../flow/endings.ts'
import { forgetPurchase, payForPackage } from '../../flow/pay-for-package.ts'
import type { PaymentState, PlacedOrder, Refusal } from '../../flow/payment-machine.ts'
import { redirectLater, redirectToDashboard } from '../../flow/redirect.ts'
import { reportSale } from '../../flow/report-sale.ts'
import { formatUsd } from '../../format/money.ts'
import { $buyerDraft } from '../../stores/buyer-draft.ts'
import { $coupon } from '../../stores/coupon.ts'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { showError, showNote, showToast } from '../../stores/toast.ts'

type Failed = Extract<PaymentState, { step: 'failed' }>

/** What differs where the form stands in a frame of another website. */
export interface PurchasePlace {
  embedOrigin?: string | undefined
  /** Takes the `sessionId` of the payment. Unset: signs the buyer in on this page. */
  signIn?: (sessionId: string) => Promise<void>
  finish: (item: Package, form: BuyerForm, order: PlacedOrder) => void
  fail: (failed: Failed) => void
}

const SHOP: PurchasePlace = { finish, fail: leave }

/**
 * Runs the purchase with what the form holds, which has been checked.
 * @returns why the order was refused, where the buyer is to stay in the form
 */
export async function purchase(place = SHOP): Promise<Refusal | undefined> {
  const item = $selectedPackage.get()
  if (!item) {
    showError('No package selected')
    return undefined
  }
  const form = parseBuyer($buyerDraft.get())
  const { couponCode: _, ...buyer } = form
  const end = await payForPackage({
    item,
    buyer,
    couponPath: '/api/coupons/validate',
    describeBuyer: () => buyer,
    signIn: place.signIn,
    describeOrder: (finalAmount) => ({
      ...describeOrder(item, form, finalAmount),
      ...(place.embedOrigin !== undefined && { embedOrigin: place.embedOrigin }),
    }),
    announceOrder: (order) => announceOrder(item, order),
    announceRefusal: () => showError('Order Creation Failed', 'Please try again or contact support.'),
  })

  switch (end?.step) {
    case 'succeeded':
      place.finish(item, form, end.order)
      return undefined
    case 'failed':
      place.fail(end)
      return undefined
    case 'refused':
      if (end.refusal.code === 'price_changed') await refreshPackage(item)
      return end.refusal
    default:
      return undefined
  }
}

function describeOrder(item: Package, form: BuyerForm, finalAmount: number): CreateOrderBody {
  const quote = quoteWithCoupon(readPriceCents(item))
  return {
    packageId: item.id,
    finalAmount,
    userData: {
      ...form,
      originalAmount: toDecimal(quote.originalCents),
      discountAmount: toDecimal(quote.discountCents),
      couponCode: $coupon.get().applied?.code ?? null,
    },
  }
}

function announceOrder(item: Package, { amount }: CreateOrderResponse): void {
  const saved = formatUsd(toDecimal(quoteWithCoupon(readPriceCents(item)).discountCents))
  const discount = $coupon.get().applied ? ` (${saved} discount applied)` : ''
  showNote('Order Created', `Proceeding to payment of ${formatUsd(toDecimal(amount))}${discount}...`)
}

function finish(item: Package, { email }: BuyerForm, order: PlacedOrder): void {
  showToast(
    'Payment Successful!',
    `Thank you for purchasing ${item.name}. You can now access your dashboard.`,
  )
  reportSale(order, email)
  $selectedPackage.set(null)
  forgetPurchase()
  redirectToDashboard()
}

function leave(failed: Failed): void {
  const { title, description, isError, url, delayMs } = describeFailure(failed)
  if (isError) showError(title, description)
  else showNote(title, description)
  redirectLater(url, delayMs)
}

async function refreshPackage(item: Package): Promise<void> {
  const fresh = await findFreshPackage(item.id)
  if (fresh && $selectedPackage.get()?.id === item.id) $selectedPackage.set(fresh)
}
