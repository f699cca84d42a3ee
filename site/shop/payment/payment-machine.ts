/**
 * The payment as a pure state machine. run-payment.ts does the work of each step and sends its outcome as the next event. A step
 * ignores events that it does not expect, so the first outcome wins and a second submit is harmless.
 */
import type { Issue } from '#site/kit/client/refusals.ts'
import type { OpenOrder } from './open-order.ts'
import type { CheckoutOutcome, PaymentReceipt } from './provider/checkout.ts'

/** The reason in the URL of /payment-failed (docs/product/shop.md, How a purchase ends). */
export type FailureReason =
  | 'verification_failed'
  | 'cancelled'
  | 'payment_failed'
  | 'network_error'
  | 'gateway_error'

/** The API's code: the buyer bought this package less than a day ago. */
export const BOUGHT_BEFORE = 'bought_before'
/** The API's code: the payment provider does not take this currency. The refusal names the one to pay in instead. */
export const CURRENCY_UNAVAILABLE = 'currency_unavailable'

/** A created order. With a receipt from an earlier attempt, the payment is verified again instead of paid twice. */
export type PlacedOrder = Omit<OpenOrder, 'id'>

/** The API refused a step before the payment. The buyer stays in the form. */
export interface Refusal {
  at: 'registering' | 'checkingCoupon' | 'creatingOrder'
  /** Absent if the API could not be reached. */
  status?: number | undefined
  code?: string | undefined
  message?: string | undefined
  /** With price_changed and currency_unavailable: what the server asks for instead. */
  currency?: string | undefined
  issues?: readonly Issue[] | undefined
}

export type PaymentState =
  | { step: 'idle' }
  | { step: 'registering'; hasCoupon: boolean }
  | { step: 'checkingCoupon' }
  | { step: 'creatingOrder' }
  | { step: 'openingCheckout'; order: PlacedOrder }
  | { step: 'paying'; order: PlacedOrder }
  | { step: 'verifying'; order: PlacedOrder; receipt: PaymentReceipt }
  | { step: 'signingIn'; order: PlacedOrder; sessionId: string }
  | { step: 'succeeded'; order: PlacedOrder }
  | { step: 'refused'; refusal: Refusal }
  | { step: 'failed'; reason: FailureReason; order: PlacedOrder; description?: string | undefined }

export type FailedPayment = Extract<PaymentState, { step: 'failed' }>

export type PaymentEvent =
  | { type: 'submitted'; isGuest: boolean; hasCoupon: boolean }
  | { type: 'registered' }
  | { type: 'couponAccepted' }
  | { type: 'orderCreated'; order: PlacedOrder }
  | { type: 'refused'; refusal: Omit<Refusal, 'at'> }
  | { type: 'checkoutReady' }
  | { type: 'checkoutUnavailable'; description?: string | undefined }
  | CheckoutOutcome
  | { type: 'verified'; sessionId?: string | undefined }
  | { type: 'verificationFailed' }
  | { type: 'signInEnded' }
  /** The payment was confirmed after all, some time after its verification failed. */
  | { type: 'confirmed' }
  | { type: 'reset' }

export const IDLE: PaymentState = { step: 'idle' }

export function transition(state: PaymentState, event: PaymentEvent): PaymentState {
  if (event.type === 'reset') return IDLE
  switch (state.step) {
    case 'idle':
    case 'refused':
      if (event.type !== 'submitted') return state
      return event.isGuest
        ? { step: 'registering', hasCoupon: event.hasCoupon }
        : checkCoupon(event.hasCoupon)
    case 'registering':
      if (event.type === 'registered') return checkCoupon(state.hasCoupon)
      return refuse(state, event)
    case 'checkingCoupon':
      return event.type === 'couponAccepted' ? { step: 'creatingOrder' } : refuse(state, event)
    case 'creatingOrder':
      return event.type === 'orderCreated' ? placeOrder(event.order) : refuse(state, event)
    case 'openingCheckout':
      if (event.type === 'checkoutReady') return { step: 'paying', order: state.order }
      return endUnpaid(state, event)
    case 'paying':
      if (event.type === 'paid') {
        return { step: 'verifying', order: state.order, receipt: event.receipt }
      }
      return endUnpaid(state, event)
    case 'verifying':
      if (event.type === 'verified') return signIn(state.order, event.sessionId)
      if (event.type === 'verificationFailed')
        return fail('verification_failed', { ...state.order, receipt: state.receipt })
      return state
    case 'signingIn':
      return event.type === 'signInEnded' ? { step: 'succeeded', order: state.order } : state
    case 'failed':
      if (event.type !== 'confirmed' || state.reason !== 'verification_failed') return state
      return { step: 'succeeded', order: state.order }
    case 'succeeded':
      return state
  }
}

function checkCoupon(hasCoupon: boolean): PaymentState {
  return { step: hasCoupon ? 'checkingCoupon' : 'creatingOrder' }
}

function placeOrder(order: PlacedOrder): PaymentState {
  if (order.receipt) return { step: 'verifying', order, receipt: order.receipt }
  const isFree = order.amount === 0
  return isFree ? signIn(order, order.sessionId) : { step: 'openingCheckout', order }
}

function signIn(order: PlacedOrder, sessionId: string | undefined): PaymentState {
  return sessionId === undefined ? { step: 'succeeded', order } : { step: 'signingIn', order, sessionId }
}

function refuse(state: PaymentState & { step: Refusal['at'] }, event: PaymentEvent): PaymentState {
  return event.type === 'refused' ? { step: 'refused', refusal: { at: state.step, ...event.refusal } } : state
}

function fail(reason: FailureReason, order: PlacedOrder, description?: string): PaymentState {
  return { step: 'failed', reason, order, description }
}

/** Handles the outcomes of a provider checkout that took no payment. */
function endUnpaid(
  state: PaymentState & { step: 'openingCheckout' | 'paying' },
  event: PaymentEvent,
): PaymentState {
  const { order } = state
  switch (event.type) {
    case 'checkoutUnavailable':
      return fail('gateway_error', order, event.description)
    case 'dismissed':
      // biome-ignore lint/plugin: why a payment failed
      return fail('cancelled', order)
    case 'declined':
      return fail('payment_failed', order, event.description)
    case 'interrupted':
      return fail('network_error', order, event.description)
    default:
      return state
  }
}

/** Whether the payment can be stopped because nothing can have been paid yet. */
export const isStoppable = (step: PaymentState['step']): boolean =>
  ['registering', 'checkingCoupon', 'creatingOrder', 'openingCheckout'].includes(step)

/** Whether a payment is running. Meanwhile the form is locked and its button says 'Processing...'. */
export function isProcessing(state: PaymentState): boolean {
  return !['idle', 'refused', 'succeeded', 'failed'].includes(state.step)
}
