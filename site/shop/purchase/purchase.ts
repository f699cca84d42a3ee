/** Buys the selected package from the purchase form and handles the outcome on the shop's own pages. */
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { BuyerForm } from '#api/contract/people/buyer-form.ts'
import type { CreateOrderBody, CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $coupon } from '#site/kit/stores/coupon.ts'
import { $selectedPackage } from '#site/kit/stores/selected-package.ts'
import { announceRedirect, showError, showNote } from '#site/kit/stores/toast.ts'
import { findFreshPackage, readPrice } from '#site/shop/payment/agreed-price.ts'
import { quoteWithCoupon } from '#site/shop/payment/coupon.ts'
import { announceFailure, redirectLater } from '#site/shop/payment/endings.ts'
import { finishPurchase, payForPackage } from '#site/shop/payment/pay-for-package.ts'
import type { FailedPayment, PlacedOrder, Refusal } from '#site/shop/payment/payment-machine.ts'

/** The differences between the shop's own form and the one in a frame on another website. */
export interface PurchasePlace {
  embedOrigin?: string | undefined
  /** Receives the payment's `sessionId`. By default it signs the buyer in on this page. */
  signIn?: (sessionId: string) => Promise<void>
  finish: (item: Package, form: BuyerForm, order: PlacedOrder) => void
  fail: (failed: FailedPayment) => void
}

const SHOP: PurchasePlace = { finish, fail: leave }

/**
 * The form must have been validated.
 * @returns why the order was refused, if the buyer should stay in the form
 */
export async function purchase(again: boolean, place = SHOP): Promise<Refusal | undefined> {
  const item = $selectedPackage.get()
  if (!item) {
    showError('No package selected')
    return undefined
  }
  const form = BuyerForm.parse($buyerDraft.get())
  const { couponCode: _, ...buyer } = form
  const end = await payForPackage({
    item,
    country: form.country,
    buyer,
    couponPath: '/api/coupons/validate',
    describeBuyer: () => buyer,
    signIn: place.signIn,
    describeOrder: (total) => ({
      ...describeOrder(item, form),
      ...total,
      again,
      ...(place.embedOrigin !== undefined && { embedOrigin: place.embedOrigin }),
    }),
    announceOrder: (order) => announceOrder(item, form, order),
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

function describeOrder(item: Package, form: BuyerForm): Pick<CreateOrderBody, 'packageId' | 'userData'> {
  const quote = quoteWithCoupon(readPrice(item, form.country))
  return {
    packageId: item.id,
    userData: {
      ...form,
      originalAmount: toDecimal(quote.original),
      discountAmount: toDecimal(quote.discount),
      couponCode: $coupon.get().applied?.code ?? null,
    },
  }
}

function announceOrder(
  item: Package,
  { country }: BuyerForm,
  { amount, currency }: CreateOrderResponse,
): void {
  const saved = formatMoney(quoteWithCoupon(readPrice(item, country)).discount)
  const discount = $coupon.get().applied ? ` (${saved} discount applied)` : ''
  showNote('Order Created', `Proceeding to payment of ${formatMoney(money(amount, currency))}${discount}...`)
}

function finish(item: Package, { email }: BuyerForm, order: PlacedOrder): void {
  announceRedirect(
    'Payment Successful!',
    `Thank you for purchasing ${item.name}. You can now access your dashboard.`,
  )
  $selectedPackage.set(null)
  finishPurchase(order, email)
}

function leave(failed: FailedPayment): void {
  const { url, delayMs } = announceFailure(failed)
  redirectLater(url, delayMs)
}

async function refreshPackage(item: Package): Promise<void> {
  const fresh = await findFreshPackage(item.id)
  if (fresh && $selectedPackage.get()?.id === item.id) $selectedPackage.set(fresh)
}
