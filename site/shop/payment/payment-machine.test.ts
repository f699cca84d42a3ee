import { describe, expect, test } from 'vitest'
import { IDLE, isProcessing, type PaymentEvent, type PaymentState, transition } from './payment-machine.ts'
import { ORDER as order, RECEIPT as receipt } from './testing/orders.ts'

const submitted: PaymentEvent = { type: 'submitted', isGuest: false, hasCoupon: false }
const paying: PaymentState = { step: 'paying', order }
const verifying: PaymentState = { step: 'verifying', order, receipt }

const free = { ...order, razorpayOrderId: null, amount: 0 }
const signingIn: PaymentState = { step: 'signingIn', order, sessionId: 'token' }
const dismissed = transition(paying, { type: 'dismissed' })
const unverified = transition(verifying, { type: 'verificationFailed' })
const creating: PaymentState = { step: 'creatingOrder' }
const checking: PaymentState = { step: 'checkingCoupon' }

describe('before the order', () => {
  test.each<[what: string, from: PaymentState, event: PaymentEvent, to: object]>([
    ['a submit without a coupon goes straight to the order', IDLE, submitted, creating],
    ['a coupon is checked before the order is made', IDLE, { ...submitted, hasCoupon: true }, checking],
    ['an accepted coupon leads to the order', checking, { type: 'couponAccepted' }, creating],
    ['a guest is registered first', IDLE, { ...submitted, isGuest: true }, { step: 'registering' }],
    [
      'then the coupon is checked',
      { step: 'registering', hasCoupon: true },
      { type: 'registered' },
      checking,
    ],
  ])('%s', (_what, from, event, to) => {
    expect(transition(from, event)).toMatchObject(to)
  })

  test.each(['registering', 'checkingCoupon', 'creatingOrder'] as const)(
    'a refusal while %s says where it happened and lets the buyer submit again',
    (at) => {
      const state: PaymentState = at === 'registering' ? { step: at, hasCoupon: false } : { step: at }
      const refused = transition(state, { type: 'refused', refusal: { status: 409, code: 'price_changed' } })
      expect(refused).toEqual({ step: 'refused', refusal: { at, status: 409, code: 'price_changed' } })
      expect(isProcessing(refused)).toBe(false)
      expect(transition(refused, submitted)).toEqual(creating)
    },
  )
})

describe('the order', () => {
  test.each<[what: string, event: PaymentEvent, to: PaymentState]>([
    ['opens the checkout', { type: 'orderCreated', order }, { step: 'openingCheckout', order }],
    [
      'that costs nothing skips the checkout and signs its buyer in',
      { type: 'orderCreated', order: { ...free, sessionId: 'token' } },
      { step: 'signingIn', order: { ...free, sessionId: 'token' }, sessionId: 'token' },
    ],
    [
      'that costs nothing and brings no session has succeeded',
      { type: 'orderCreated', order: free },
      { step: 'succeeded', order: free },
    ],
  ])('%s', (_what, event, to) => {
    expect(transition(creating, event)).toEqual(to)
  })

  test('whose checkout cannot be opened fails as a gateway error', () => {
    const opening: PaymentState = { step: 'openingCheckout', order }
    const ended = transition(opening, { type: 'checkoutUnavailable', description: 'Blocked' })
    expect(ended).toEqual({ step: 'failed', reason: 'gateway_error', order, description: 'Blocked' })
  })
})

describe('the checkout', () => {
  test.each<[what: string, from: PaymentState, event: PaymentEvent, to: object]>([
    ['a payment is verified', paying, { type: 'paid', receipt }, verifying],
    ['then its buyer is signed in', verifying, { type: 'verified', sessionId: 'token' }, signingIn],
    ['and then it has succeeded', signingIn, { type: 'signInEnded' }, { step: 'succeeded', order }],
    [
      'a verification without a session has succeeded',
      verifying,
      { type: 'verified' },
      { step: 'succeeded', order },
    ],
    [
      'a failed verification names the order',
      verifying,
      { type: 'verificationFailed' },
      { reason: 'verification_failed', order: { orderId: 7, receipt } },
    ],
    [
      'one that is confirmed later has succeeded',
      unverified,
      { type: 'confirmed' },
      { step: 'succeeded', order },
    ],
    [
      'a dismissal is a cancelled payment',
      paying,
      { type: 'dismissed' },
      { step: 'failed', reason: 'cancelled' },
    ],
    [
      'a declined payment has failed, with the words of the provider',
      paying,
      { type: 'declined', description: 'Card declined' },
      { reason: 'payment_failed', description: 'Card declined' },
    ],
    [
      'an interrupted payment is a network error, with the words of the provider',
      paying,
      { type: 'interrupted', description: 'Timed out' },
      { reason: 'network_error', description: 'Timed out' },
    ],
    ['after a failure the payment is reset', dismissed, { type: 'reset' }, IDLE],
  ])('%s', (_what, from, event, to) => {
    expect(transition(from, event)).toMatchObject(to)
  })

  test.each<[what: string, state: PaymentState, event: PaymentEvent]>([
    ['a second submit while one is under way', creating, { ...submitted, hasCoupon: true }],
    ['a confirmation of any other failure', dismissed, { type: 'confirmed' }],
    ['a dismissal after the payment', verifying, { type: 'dismissed' }],
    ['a dismissal after a failure', unverified, { type: 'dismissed' }],
    ['a submit after a failure', dismissed, submitted],
  ])('%s changes nothing', (_what, state, event) => {
    expect(transition(state, event)).toBe(state)
  })
})

test('only the steps that wait for something are processing', () => {
  expect([IDLE, paying, verifying].map(isProcessing)).toEqual([false, true, true])
  expect(isProcessing({ step: 'succeeded', order })).toBe(false)
  expect(isProcessing(dismissed)).toBe(false)
})
