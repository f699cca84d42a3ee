import { expect, test } from 'vitest'
import { describeFailure } from './endings.ts'
import type { FailureReason } from './payment-machine.ts'
import { ORDER } from './testing/orders.ts'

const order = { ...ORDER, orderId: 12 }
const end = (reason: FailureReason, description?: string) =>
  describeFailure({ step: 'failed', reason, order, description })

test('a failed verification leads, after two seconds, to a page that names the order', () => {
  expect(end('verification_failed')).toEqual({
    title: 'Payment Verification Failed',
    description: 'Payment was processed but verification failed. Please contact support.',
    isError: true,
    delayMs: 2000,
    url: '/payment-failed?reason=verification_failed&orderId=12',
  })
})

test('a cancelled payment is no error and leads on after a second and a half', () => {
  expect(end('cancelled')).toEqual({
    title: 'Payment Cancelled',
    description: 'Payment was cancelled. You can try again anytime.',
    isError: false,
    delayMs: 1500,
    url: '/payment-failed?reason=cancelled',
  })
})

test.each(['payment_failed', 'network_error'] as const)(
  "%s shows the provider's words where there are any",
  (reason) => {
    expect(end(reason, 'Card declined')).toMatchObject({
      title: 'Payment Failed',
      description: 'Card declined',
      delayMs: 2000,
    })
    expect(end(reason).description).toBe('Your payment could not be processed. Please try again.')
    expect(end(reason).url).toBe(`/payment-failed?reason=${reason}`)
  },
)

test('a gateway error says whether the checkout was missing or did not start', () => {
  const missing = 'Payment gateway is not available. Please try again later or contact support.'
  expect(end('gateway_error', missing)).toMatchObject({
    title: 'Payment Gateway Error',
    description: missing,
    delayMs: 2000,
  })
  expect(end('gateway_error').description).toBe('Failed to initialize payment gateway. Please try again.')
})
