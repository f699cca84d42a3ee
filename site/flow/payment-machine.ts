/**
 * The steps of a payment as a pure machine: `transition(state, event)` and nothing else. Every step that waits has one
 * effect (run-payment.ts), whose outcome is the next event; an event that a step does not expect changes nothing,
 * which makes the first outcome win and a second submit harmless.
 */
import type { CheckoutOutcome, PaymentReceipt } from '../payments/checkout.ts'
import type { OpenOrder } from './open-order.ts'

/** Why a payment ended without success, as /payment-failed?reason= has it (docs/product.md, How a purchase ends). */
export type FailureReason =
  | 'verification_failed'
  | 'cancelled'
  | 'payment_failed'
  | 'network_error'
  | 'gateway_error'

/** What of a created order the later steps need. The receipt of an earlier try is verified again, so nothing is paid twice. */
export type PlacedOrder = Omit<OpenOrder, 'id'>

/** A step before the payment that was refused: the buyer stays in the form. */
export interface Refusal {
  at: 'registering' | 'checkingCoupon' | 'creatingOrder'
  /** Absent where the call could not be made. */
  status?: number | undefined
  code?: string | undefined
  message?: string | undefined
  issues?: { path: string; message: string }[] | undefined
}

export type PaymentState =
  | { step: 'idle' }
  | { step: 'registering'; hasCoupon: boolean }
  | { step: 'checkingCoupon' }
  | { step: 'creatingOrder' }
  | { step: 'openingCheckout'; order: PlacedOrder }
  | { step: 'paying'; order: PlacedOrder }
  | { step: 'verifying'; orderId: number; receipt: PaymentReceipt }
  | { step: 'signingIn'; orderId: number; sessionId: string }
  | { step: 'succeeded'; orderId: number }
  | { step: 'refused'; refusal: Refusal }
  | { step: 'failed'; reason: FailureReason; orderId: number; description?: string | undefined }

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
      return endWithout(state, event)
    case 'paying':
      if (event.type === 'paid') {
        return { step: 'verifying', orderId: state.order.orderId, receipt: event.receipt }
      }
      return endWithout(state, event)
    case 'verifying':
      if (event.type === 'verified') return signIn(state.orderId, event.sessionId)
      if (event.type === 'verificationFailed') return fail('verification_failed', state.orderId)
      return state
    case 'signingIn':
      return event.type === 'signInEnded' ? { step: 'succeeded', orderId: state.orderId } : state
    case 'succeeded':
    case 'failed':
      return state
  }
}

function checkCoupon(hasCoupon: boolean): PaymentState {
  return { step: hasCoupon ? 'checkingCoupon' : 'creatingOrder' }
}

function placeOrder(order: PlacedOrder): PaymentState {
  if (order.receipt) return { step: 'verifying', orderId: order.orderId, receipt: order.receipt }
  const isFree = order.amount === 0
  return isFree ? signIn(order.orderId, order.sessionId) : { step: 'openingCheckout', order }
}

function signIn(orderId: number, sessionId: string | undefined): PaymentState {
  return sessionId === undefined ? { step: 'succeeded', orderId } : { step: 'signingIn', orderId, sessionId }
}

function refuse(state: PaymentState & { step: Refusal['at'] }, event: PaymentEvent): PaymentState {
  return event.type === 'refused' ? { step: 'refused', refusal: { at: state.step, ...event.refusal } } : state
}

function fail(reason: FailureReason, orderId: number, description?: string): PaymentState {
  return { step: 'failed', reason, orderId, description }
}

/** The outcomes of a checkout that was opened, or failed to open, without a payment. */
function endWithout(
  state: PaymentState & { step: 'openingCheckout' | 'paying' },
  event: PaymentEvent,
): PaymentState {
  const { orderId } = state.order
  switch (event.type) {
    case 'checkoutUnavailable':
      return fail('gateway_error', orderId, event.description)
    case 'dismissed':
      return fail('cancelled', orderId)
    case 'declined':
      return fail('payment_failed', orderId, event.description)
    case 'interrupted':
      return fail('network_error', orderId, event.description)
    default:
      return state
  }
}

/** Between the submit and an end: no second submit, 'Processing...' on the button. */
export function isProcessing(state: PaymentState): boolean {
  return !['idle', 'refused', 'succeeded', 'failed'].includes(state.step)
}
