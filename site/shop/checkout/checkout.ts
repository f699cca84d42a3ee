/** Pays on the checkout page, as a guest or a customer, and handles the outcome. */

import type { Package } from '#api/contract/catalogue/catalogue.ts'
import type { RegisterBody, User } from '#api/contract/people/auth.ts'
import type { BuyerForm } from '#api/contract/people/buyer-form.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { PayByLinkBody } from '#api/contract/sales/payment-links.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { money } from '#api/rules/money/money.ts'
import { GUEST_PLACEHOLDERS } from '#api/rules/placeholders.ts'
import { callApi } from '#site/kit/client/api.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $coupon } from '#site/kit/stores/coupon.ts'
import { $session, setUser } from '#site/kit/stores/session.ts'
import { announceRedirect, showError, showNote } from '#site/kit/stores/toast.ts'
import { billingCountryOf } from '#site/shop/payment/agreed-price.ts'
import { redirectToDashboard } from '#site/shop/payment/endings.ts'
import { forgetOpenOrder } from '#site/shop/payment/open-order.ts'
import { finishPurchase, payForPackage } from '#site/shop/payment/pay-for-package.ts'
import type { FailedPayment, PlacedOrder, Refusal } from '#site/shop/payment/payment-machine.ts'
import { confirmPayment, resetPayment, runPayment } from '#site/shop/payment/run-payment.ts'

const UNEXPLAINED = 'Something went wrong'

/**
 * The form must have been validated.
 * @returns why the order was refused, if the buyer should stay in the form
 */
export async function pay(item: Package, again: boolean): Promise<Refusal | undefined> {
  const draft = $buyerDraft.get()
  const { user } = $session.get()
  const buyer = user ?? draft
  const reference = draft.reference || null
  const end = await payForPackage({
    item,
    country: billingCountryOf(user ?? undefined),
    buyer,
    register: user ? undefined : () => register(draft),
    couponPath: '/api/coupons/use',
    describeBuyer: () => ({ userId: $session.get().user?.id, reference }),
    describeOrder: (total) => ({
      packageId: item.id,
      userId: $session.get().user?.id,
      couponCode: $coupon.get().applied?.code ?? null,
      reference,
      ...total,
      again,
    }),
    announceOrder,
    announceRefusal: ({ message }) => showError('Payment Failed', message || UNEXPLAINED),
  })

  switch (end?.step) {
    case 'succeeded':
      finish(end.order, buyer)
      return undefined
    case 'failed':
      explainFailure(end, () => finish(end.order, buyer))
      return undefined
    case 'refused':
      if (end.refusal.code === 'signed_out')
        await callApi<User>('/api/auth/me').then(setUser, () => setUser(null))
      return end.refusal
    default:
      return undefined
  }
}

function finish(order: PlacedOrder, { email }: { email: string }): void {
  announceRedirect('Payment Successful', 'Your order has been confirmed!')
  finishPurchase(order, email)
}

async function register({ firstName, lastName, email, phone, password }: BuyerForm): Promise<void> {
  const body: RegisterBody = { firstName, lastName, email, phone, password, ...GUEST_PLACEHOLDERS }
  setUser(await callApi<User>('/api/auth/register', { method: 'POST', body }))
}

function announceOrder({ amount, currency }: CreateOrderResponse): void {
  const total = formatMoney(money(amount, currency))
  showNote('Payment Initiated', `Complete the payment of ${total} to confirm your order.`)
}

/**
 * Opens the payment of a mailed link, and runs it.
 * @param link what it pays, with the buyer to prefill in the provider's checkout @throws as callApi does
 */
export async function payByLink(
  body: PayByLinkBody,
  {
    packageName,
    buyer,
    thanks,
  }: { packageName: string; buyer: { name: string; email: string }; thanks: string },
): Promise<void> {
  const order = await callApi<CreateOrderResponse>('/api/payment-links/pay', { method: 'POST', body })
  const end = await runPayment({
    order,
    onOrderCreated: announceOrder,
    description: packageName,
    buyer: { ...buyer, contact: $session.get().user?.phone ?? '' },
  })
  const finishLinked = () => {
    announceRedirect('Payment Successful', thanks)
    forgetOpenOrder()
    // If signed out, the buyer stays on the page, which offers to sign in.
    if ($session.get().user) redirectToDashboard()
  }
  if (end?.step === 'failed') explainFailure(end, finishLinked)
  if (end?.step === 'succeeded') finishLinked()
}

/**
 * Lets the buyer pay again, unless they may already have been charged: then waits for the confirmation.
 * @param finish called once the payment is confirmed
 */
function explainFailure({ reason, order, description }: FailedPayment, finish: () => unknown): void {
  if (reason === 'verification_failed') {
    showError('Payment Verification Failed', 'Please contact support.')
    void confirmPayment(order).then((isConfirmed) => isConfirmed && finish())
    return
  }
  // biome-ignore lint/plugin: why a payment failed
  if (reason === 'cancelled')
    showNote('Payment Cancelled', 'Payment was cancelled. You can try again anytime.')
  else showError('Payment Failed', description || UNEXPLAINED)
  resetPayment()
}
