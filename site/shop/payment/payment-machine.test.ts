import { describe, expect, test } from 'vitest'
import {
  IDLE,
  isProcessing,
  type PaymentEvent,
  type PaymentState,
  type PlacedOrder,
  transition,
} from './payment-machine.ts'

const order: PlacedOrder = {
  orderId: 7,
  invoiceNumber: 'INV-7',
  razorpayOrderId: 'order_1',
  amount: 129900,
  currency: 'USD',
  keyId: 'key',
  checkoutScript: '/checkout.js',
}
const receipt = { razorpayOrderId: 'order_1', razorpayPaymentId: 'pay_1', razorpaySignature: 'sig' }
const submitted: PaymentEvent = { type: 'submitted', isGuest: false, hasCoupon: false }
const paying: PaymentState = { step: 'paying', order }
const verifying: PaymentState = { step: 'verifying', order, receipt }

function run(...events: PaymentEvent[]): PaymentState {
  return events.reduce(transition, IDLE)
}

describe('before the order', () => {
  test('a submit without a coupon goes straight to the order', () => {
    expect(run(submitted)).toEqual({ step: 'creatingOrder' })
  })

  test('a coupon is checked before the order is made', () => {
    const checking = run({ ...submitted, hasCoupon: true })
    expect(checking).toEqual({ step: 'checkingCoupon' })
    expect(transition(checking, { type: 'couponAccepted' })).toEqual({ step: 'creatingOrder' })
  })

  test('a guest is registered first, then the coupon is checked', () => {
    const registering = run({ type: 'submitted', isGuest: true, hasCoupon: true })
    expect(registering.step).toBe('registering')
    expect(transition(registering, { type: 'registered' })).toEqual({ step: 'checkingCoupon' })
  })

  test('a second submit while one is under way changes nothing', () => {
    const state = run(submitted)
    expect(transition(state, { ...submitted, hasCoupon: true })).toBe(state)
  })

  test.each(['registering', 'checkingCoupon', 'creatingOrder'] as const)(
    'a refusal while %s says where it happened and lets the buyer submit again',
    (at) => {
      const state: PaymentState = at === 'registering' ? { step: at, hasCoupon: false } : { step: at }
      const refused = transition(state, { type: 'refused', refusal: { status: 409, code: 'price_changed' } })
      expect(refused).toEqual({ step: 'refused', refusal: { at, status: 409, code: 'price_changed' } })
      expect(isProcessing(refused)).toBe(false)
      expect(transition(refused, submitted)).toEqual({ step: 'creatingOrder' })
    },
  )
})

describe('the order', () => {
  test('opens the checkout', () => {
    expect(run(submitted, { type: 'orderCreated', order })).toEqual({ step: 'openingCheckout', order })
  })

  test('that costs nothing skips the checkout and signs its buyer in', () => {
    const free = { ...order, razorpayOrderId: null, amount: 0, sessionId: 'token' }
    expect(run(submitted, { type: 'orderCreated', order: free })).toEqual({
      step: 'signingIn',
      order: free,
      sessionId: 'token',
    })
  })

  test('that costs nothing and brings no session has succeeded', () => {
    const free = { ...order, razorpayOrderId: null, amount: 0 }
    expect(run(submitted, { type: 'orderCreated', order: free })).toEqual({ step: 'succeeded', order: free })
  })

  test('whose checkout cannot be opened fails as a gateway error', () => {
    const ended = run(
      submitted,
      { type: 'orderCreated', order },
      { type: 'checkoutUnavailable', description: 'Blocked' },
    )
    expect(ended).toEqual({ step: 'failed', reason: 'gateway_error', order, description: 'Blocked' })
  })
})

describe('the checkout', () => {
  test('a payment is verified, its buyer signed in, and then it has succeeded', () => {
    expect(transition(paying, { type: 'paid', receipt })).toEqual(verifying)
    const signingIn = transition(verifying, { type: 'verified', sessionId: 'token' })
    expect(signingIn).toEqual({ step: 'signingIn', order, sessionId: 'token' })
    expect(transition(signingIn, { type: 'signInEnded' })).toEqual({ step: 'succeeded', order })
  })

  test('a verification without a session has succeeded', () => {
    expect(transition(verifying, { type: 'verified' })).toEqual({ step: 'succeeded', order })
  })

  test('a failed verification names the order', () => {
    expect(transition(verifying, { type: 'verificationFailed' })).toMatchObject({
      reason: 'verification_failed',
      order: { orderId: 7, receipt },
    })
  })

  test('a payment that is confirmed after its verification has failed has succeeded', () => {
    const failed = transition(verifying, { type: 'verificationFailed' })
    expect(transition(failed, { type: 'confirmed' })).toMatchObject({ step: 'succeeded', order })
  })

  test('no other failure is confirmed later', () => {
    const failed = transition(paying, { type: 'dismissed' })
    expect(transition(failed, { type: 'confirmed' })).toBe(failed)
  })

  test('a dismissed checkout is a cancelled payment', () => {
    expect(transition(paying, { type: 'dismissed' })).toMatchObject({ step: 'failed', reason: 'cancelled' })
  })

  test('a declined payment has failed, with the words of the provider', () => {
    const ended = transition(paying, { type: 'declined', description: 'Card declined' })
    expect(ended).toMatchObject({ reason: 'payment_failed', description: 'Card declined' })
  })

  test('an interrupted payment is a network error, with the words of the provider', () => {
    const ended = transition(paying, { type: 'interrupted', description: 'Timed out' })
    expect(ended).toMatchObject({ reason: 'network_error', description: 'Timed out' })
  })

  test('the first outcome wins: a dismissal after the payment changes nothing', () => {
    expect(transition(verifying, { type: 'dismissed' })).toBe(verifying)
  })

  test('the first outcome wins: a dismissal after a failure changes nothing', () => {
    const failed = transition(paying, { type: 'declined', description: undefined })
    expect(transition(failed, { type: 'dismissed' })).toBe(failed)
  })

  test('after a failure there is no submit until the payment is reset', () => {
    const failed = transition(paying, { type: 'dismissed' })
    expect(transition(failed, submitted)).toBe(failed)
    expect(transition(failed, { type: 'reset' })).toEqual(IDLE)
  })
})

test('only the steps that wait for something are processing', () => {
  expect([IDLE, paying, verifying].map(isProcessing)).toEqual([false, true, true])
  expect(isProcessing({ step: 'succeeded', order })).toBe(false)
  expect(isProcessing(transition(paying, { type: 'dismissed' }))).toBe(false)
})
