/** Paying on the checkout page: the steps for guests and customers, and what follows each outcome. */
import type { RegisterBody, User } from '../../../api/contract/auth.ts'
import type { BuyerForm } from '../../../api/contract/buyer-form.ts'
import type { Package } from '../../../api/contract/catalogue.ts'
import type { CreateOrderResponse, ResumedOrder, ResumeOrderBody } from '../../../api/contract/orders.ts'
import { GUEST } from '../../../api/contract/placeholders.ts'
import { toDecimal } from '../../../api/contract/pricing.ts'
import { callApi } from '../../client/api.ts'
import { forgetOpenOrder } from '../../flow/open-order.ts'
import { forgetPurchase, payForPackage } from '../../flow/pay-for-package.ts'
import type { PaymentState, PlacedOrder, Refusal } from '../../flow/payment-machine.ts'
import { redirectToDashboard } from '../../flow/redirect.ts'
import { reportSale } from '../../flow/report-sale.ts'
import { confirmPayment, resetPayment, runPayment } from '../../flow/run-payment.ts'
import { formatUsd } from '../../format/money.ts'
import { $buyerDraft } from '../../stores/buyer-draft.ts'
import { $coupon } from '../../stores/coupon.ts'
import { $session, setUser } from '../../stores/session.ts'
import { showError, showNote, showToast } from '../../stores/toast.ts'

const UNEXPLAINED = 'Something went wrong'

/**
 * Runs the payment with what the form holds, which has been checked.
 * @returns why the order was refused, where the buyer is to stay in the form
 */
export async function pay(item: Package | undefined): Promise<Refusal | undefined> {
  if (!item) {
    showError('Missing package data')
    return undefined
  }
  const draft = $buyerDraft.get()
  const { user } = $session.get()
  const buyer = user ?? draft
  const end = await payForPackage({
    item,
    buyer,
    register: user ? undefined : () => register(draft),
    couponPath: '/api/coupons/use',
    describeBuyer: () => ({ userId: $session.get().user?.id }),
    describeOrder: (finalAmount) => ({
      packageId: item.id,
      userId: $session.get().user?.id,
      couponCode: $coupon.get().applied?.code ?? null,
      finalAmount,
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
      if (end.refusal.code === 'signed_out') setUser(null)
      return end.refusal
    default:
      return undefined
  }
}

function finish(order: PlacedOrder, { email }: { email: string }): void {
  showToast('Payment Successful', 'Your order has been confirmed!')
  reportSale(order, email)
  forgetPurchase()
  redirectToDashboard()
}

async function register({ firstName, lastName, email, phone, password }: BuyerForm): Promise<void> {
  const body: RegisterBody = { firstName, lastName, email, phone, password, ...GUEST }
  setUser(await callApi<User>('/api/auth/register', { method: 'POST', body }))
}

function announceOrder({ amount }: CreateOrderResponse): void {
  const total = formatUsd(toDecimal(amount))
  showNote('Payment Initiated', `Complete the payment of ${total} to confirm your order.`)
}

export function openResumed(body: ResumeOrderBody): Promise<ResumedOrder> {
  return callApi<ResumedOrder>('/api/orders/resume', { method: 'POST', body })
}

/**
 * Pays the order that a mail's link has opened; no other order is made.
 * @param newPassword that the buyer has just chosen: it signs them in after the payment
 */
export async function payResumed(
  order: CreateOrderResponse,
  { packageName, buyer }: ResumedOrder,
  newPassword: string,
): Promise<Refusal | undefined> {
  const end = await runPayment({
    openOrder: order,
    // Never called, because the order already exists.
    orderBody: () => ({ packageId: 0, finalAmount: 0 }),
    onOrderCreated: announceOrder,
    description: packageName,
    buyer: { ...buyer, contact: $session.get().user?.phone ?? '' },
  })
  const finishResumed = async () => {
    showToast('Payment Successful', 'Your order has been confirmed!')
    forgetOpenOrder()
    if (newPassword) await signIn(buyer.email, newPassword)
    // Somebody signed in can see the order; anyone else is told how to sign in.
    if ($session.get().user) redirectToDashboard()
  }
  if (end?.step === 'failed') explainFailure(end, finishResumed)
  if (end?.step === 'succeeded') await finishResumed()
  return end?.step === 'refused' ? end.refusal : undefined
}

async function signIn(email: string, password: string): Promise<void> {
  try {
    setUser(await callApi<User>('/api/auth/login', { method: 'POST', body: { email, password } }))
  } catch {
    // The order is paid, and the page shows how to sign in.
  }
}

/**
 * The buyer stays here and may pay again, unless the money may have gone already: then the page asks until it is confirmed.
 * @param finish called when it is
 */
function explainFailure(
  { reason, order, description }: Extract<PaymentState, { step: 'failed' }>,
  finish: () => unknown,
): void {
  if (reason === 'verification_failed') {
    showError('Payment Verification Failed', 'Please contact support.')
    void confirmPayment(order).then((isConfirmed) => isConfirmed && finish())
    return
  }
  if (reason === 'cancelled')
    showNote('Payment Cancelled', 'Payment was cancelled. You can try again anytime.')
  else showError('Payment Failed', description || UNEXPLAINED)
  resetPayment()
}
