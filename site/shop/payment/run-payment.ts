/** Does the work of each step of the payment machine and sends the outcome as the next event. */

import { brand, colors } from 'virtual:content'
import { atom } from 'nanostores'
import type { CreateOrderBody, CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { ApiError, NO_ANSWER } from '#site/kit/client/api.ts'
import { CallKey, postOnce } from '#site/kit/client/call-key.ts'
import { NoAnswer } from '#site/kit/client/first-byte.ts'
import { showNote } from '#site/kit/stores/toast.ts'
import type { OpenOrder } from './open-order.ts'
import {
  IDLE,
  isProcessing,
  isStoppable,
  type PaymentEvent,
  type PaymentState,
  type PlacedOrder,
  transition,
} from './payment-machine.ts'
import type { PaymentReceipt } from './provider/checkout.ts'
import { checkout } from './provider/provider.ts'
import { signInAfterPayment, verifyPayment, waitForConfirmation } from './verify-payment.ts'

/** The differences between the purchase form, the checkout page and a retry. */
export interface PaymentPlan {
  register?: (() => Promise<unknown>) | undefined
  checkCoupon?: (() => Promise<unknown>) | undefined
  /** The order of an earlier attempt; or describes a new one, called after the registration and the coupon check. */
  order: OpenOrder | (() => CreateOrderBody)
  onOrderCreated?: (order: CreateOrderResponse) => void
  /** Called before the verification, because the buyer may have been charged even if it fails. */
  onPaid?: (receipt: PaymentReceipt) => void
  /** Receives the payment's `sessionId`. By default it signs the buyer in on this page. */
  signIn?: ((sessionId: string) => Promise<void>) | undefined
  description: string
  buyer: { name: string; email: string; contact: string }
}

const NOT_AVAILABLE = 'Payment gateway is not available. Please try again later or contact support.'
const NOT_INITIALIZED = 'Failed to initialize payment gateway. Please try again.'

/** create-order's idempotency key: the same for the same body, so a retry after a lost response creates no second order. */
const orderKey = new CallKey()

/** The payment running on this page; at most one at a time. */
export const $payment = atom<PaymentState>(IDLE)

/** Grows with every reset, so that a stopped payment ignores outcomes that arrive late. */
let run = 0

export function resetPayment(): void {
  run += 1
  send({ type: 'reset' })
}

/**
 * Called when the buyer closes the form. Before the provider's checkout is open nothing can have been paid, so the payment stops.
 * After the checkout it continues without the form. @returns false while the provider's checkout is open: the form must stay
 */
export function leavePayment(): boolean {
  const { step } = $payment.get()
  if (step === 'paying') return false
  if (isStoppable(step)) {
    resetPayment()
    showNote('Purchase Stopped', 'Nothing was charged. What you typed is still here.')
  }
  return true
}

/**
 * Runs a payment from submit to end.
 * @returns `succeeded`, `failed` or `refused`; undefined if another payment is running, or this one was stopped
 */
export async function runPayment(plan: PaymentPlan): Promise<PaymentState | undefined> {
  const before = $payment.get()
  send({ type: 'submitted', isGuest: Boolean(plan.register), hasCoupon: Boolean(plan.checkCoupon) })
  if ($payment.get() === before) return undefined
  const thisRun = ++run
  for (;;) {
    const state = $payment.get()
    const outcome = takeStep(state, plan, () => thisRun === run)
    if (!outcome) return state
    const event = await outcome
    // Stopped meanwhile; perhaps another one has started.
    if (thisRun !== run) return undefined
    send(event)
  }
}

/**
 * Waits for the confirmation of a payment whose verification has failed.
 * @returns false if it does not come within half an hour
 */
export async function confirmPayment(
  { orderId, receipt }: PlacedOrder,
  signIn = signInAfterPayment,
): Promise<boolean> {
  const isConfirmed = receipt !== undefined && (await waitForConfirmation(orderId, receipt, signIn))
  if (isConfirmed) send({ type: 'confirmed' })
  return isConfirmed
}

function send(event: PaymentEvent): void {
  $payment.set(transition($payment.get(), event))
  // Keeps the page from reloading during a payment, even if the buyer signs in in another tab (account/signing-in/account.ts).
  globalThis.document?.documentElement.toggleAttribute('data-paying', isProcessing($payment.get()))
}

/** Runs a callback of the plan. An error in it is reported and does not stop the payment. */
function tell(work: () => void): void {
  try {
    work()
  } catch (error) {
    reportError(error)
  }
}

/** @returns a promise of the step's outcome that never rejects; undefined if the payment has ended */
function takeStep(
  state: PaymentState,
  plan: PaymentPlan,
  isCurrent: () => boolean,
): Promise<PaymentEvent> | undefined {
  switch (state.step) {
    case 'registering':
      return attempt(plan.register, { type: 'registered' })
    case 'checkingCoupon':
      return attempt(plan.checkCoupon, { type: 'couponAccepted' })
    case 'creatingOrder':
      return createOrder(plan, isCurrent)
    case 'openingCheckout':
      return checkout.load(state.order.checkoutScript).then(
        () => ({ type: 'checkoutReady' }),
        () => ({ type: 'checkoutUnavailable', description: NOT_AVAILABLE }),
      )
    case 'paying':
      return pay(state.order, plan)
    case 'verifying':
      tell(() => plan.onPaid?.(state.receipt))
      return verifyPayment(state.order.orderId, state.receipt).then(
        ({ sessionId }) => ({ type: 'verified', sessionId }),
        () => ({ type: 'verificationFailed' }),
      )
    case 'signingIn':
      return (plan.signIn ?? signInAfterPayment)(state.sessionId).then(() => ({ type: 'signInEnded' }))
    default:
      return undefined
  }
}

async function attempt(
  work: (() => Promise<unknown>) | undefined,
  done: PaymentEvent,
): Promise<PaymentEvent> {
  try {
    await work?.()
    return done
  } catch (error) {
    return refused(error)
  }
}

async function createOrder(plan: PaymentPlan, isCurrent: () => boolean): Promise<PaymentEvent> {
  try {
    const order =
      typeof plan.order === 'function'
        ? await postOnce<CreateOrderResponse>(orderKey, '/api/create-order', plan.order())
        : plan.order
    if (isCurrent()) tell(() => plan.onOrderCreated?.(order))
    return { type: 'orderCreated', order }
  } catch (error) {
    return refused(error)
  }
}

async function pay(order: PlacedOrder, plan: PaymentPlan): Promise<PaymentEvent> {
  try {
    // Let the purchase dialog close first: an open modal dialog would make the checkout inert.
    await new Promise((resolve) => setTimeout(resolve))
    return await checkout.open({
      order,
      sellerName: brand.name,
      description: plan.description,
      buyer: plan.buyer,
      // The widget cannot read the site's CSS variables.
      colour: colors.accent[500],
    })
  } catch {
    return { type: 'checkoutUnavailable', description: NOT_INITIALIZED }
  }
}

function refused(error: unknown): PaymentEvent {
  if (error instanceof NoAnswer) return { type: 'refused', refusal: { code: NO_ANSWER } }
  if (!(error instanceof ApiError)) return { type: 'refused', refusal: {} }
  const { status, body } = error
  return {
    type: 'refused',
    refusal: {
      status,
      code: body?.code,
      message: body?.message,
      currency: body?.currency,
      issues: body?.issues,
    },
  }
}

// A page restored from the back-forward cache must not resume in the middle of a payment.
if (typeof window !== 'undefined') {
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) resetPayment()
  })
}
