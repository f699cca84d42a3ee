/** Pays for one package, with its coupon. Shared by the purchase form and the checkout page. */
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import type { CreateOrderBody, CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { toNumber } from '#api/rules/money/money.ts'
import { $buyerDraft, resetBuyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $coupon } from '#site/kit/stores/coupon.ts'
import { $session } from '#site/kit/stores/session.ts'
import { showError } from '#site/kit/stores/toast.ts'
import { $agreed, noteTotal, readPrice } from './agreed-price.ts'
import { forgetCoupon, normalizeCode, quoteWithCoupon, recheckCoupon, refuseCoupon } from './coupon.ts'
import { redirectToDashboard } from './endings.ts'
import { $paidAtOnce, chosenInstalments } from './instalments.tsx'
import {
  findOpenOrder,
  forgetOpenOrder,
  type OrderTerms,
  storeOpenOrder,
  storeReceipt,
} from './open-order.ts'
import {
  BOUGHT_BEFORE,
  CURRENCY_UNAVAILABLE,
  type PaymentState,
  type PlacedOrder,
  type Refusal,
} from './payment-machine.ts'
import { reportSale } from './report-sale.ts'
import { type PaymentPlan, runPayment } from './run-payment.ts'

interface PackagePayment {
  item: Package
  /** The billing country: see readPrice. */
  country: string
  /** Prefilled in the provider's checkout. */
  buyer: { firstName: string; lastName: string; email: string; phone: string }
  register?: PaymentPlan['register']
  signIn?: PaymentPlan['signIn']
  couponPath: Parameters<typeof recheckCoupon>[0]
  /** Called again after the registration, which may have created the account. */
  describeBuyer: () => OrderTerms['buyer']
  describeOrder: (
    total: Pick<CreateOrderBody, 'finalAmount' | 'currency' | 'inInstalments' | 'firstInstalment'>,
  ) => CreateOrderBody
  /** Not called if the order is already paid and only needs verifying again. */
  announceOrder: (order: CreateOrderResponse) => void
  /** Called for every refusal except a refused coupon and the question whether to buy once more. */
  announceRefusal: (refusal: Refusal) => void
}

const COUPON_REFUSED = 'Coupon validation failed during checkout'

/** @returns how the payment ended; undefined if another one is running */
export async function payForPackage(payment: PackagePayment): Promise<PaymentState | undefined> {
  const { item, buyer, country } = payment
  const price = readPrice(item, country)
  const readAgreedTotal = noteTotal(price)
  const readFirstInstalment = () => chosenInstalments(item, quoteWithCoupon(price).amount)?.[0]?.amount
  const readTerms = (): OrderTerms => ({
    packageId: item.id,
    couponCode: $coupon.get().applied?.code ?? null,
    amount: quoteWithCoupon(price).amount,
    ...(readFirstInstalment() && { inInstalments: true }),
    buyer: payment.describeBuyer(),
  })
  const openOrder = await findOpenOrder(readTerms())
  const isCouponNew = !openOrder && normalizeCode($buyerDraft.get().couponCode) !== ''

  const end = await runPayment({
    register: payment.register,
    signIn: payment.signIn,
    order:
      openOrder ??
      (() => {
        const first = readFirstInstalment()
        return payment.describeOrder({
          finalAmount: readAgreedTotal(),
          currency: price.currency,
          ...(first && { inInstalments: true, firstInstalment: toNumber(first) }),
        })
      }),
    checkCoupon: isCouponNew ? () => recheckCoupon(payment.couponPath, item.id) : undefined,
    onOrderCreated: (order) => {
      if (!openOrder?.receipt && order.amount > 0) payment.announceOrder(order)
      if (!openOrder)
        void storeOpenOrder(order, readTerms(), { name: item.name, page: `/packages/${item.slug}` })
    },
    onPaid: storeReceipt,
    description: item.name,
    buyer: { name: `${buyer.firstName} ${buyer.lastName}`, email: buyer.email, contact: buyer.phone },
  })
  if (end?.step === 'refused') {
    const { at, code, message, currency } = end.refusal
    if (currency && currency !== price.currency) $agreed.set({ packageId: item.id, country, currency })
    if (code === 'coupon_invalid') refuseCoupon(message)
    if (at === 'checkingCoupon')
      showError(COUPON_REFUSED, 'Remove the code or try another one, then submit again.')
    else if (code !== BOUGHT_BEFORE && code !== CURRENCY_UNAVAILABLE) payment.announceRefusal(end.refusal)
  }
  return end
}

/** Empties the form after the payment. */
export function forgetPurchase(): void {
  resetBuyerDraft()
  forgetCoupon()
  forgetOpenOrder()
  $paidAtOnce.set(undefined)
}

export function finishPurchase(
  order: PlacedOrder,
  email: string,
  leaving?: Parameters<typeof redirectToDashboard>[0],
): void {
  reportSale(order, email)
  forgetPurchase()
  // The dashboard's sign-in fills it in.
  if (!$session.get().user) $buyerDraft.setKey('email', email)
  redirectToDashboard(leaving)
}
