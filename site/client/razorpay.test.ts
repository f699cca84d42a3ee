import { expect, test } from 'vitest'
import { type CheckoutConstructor, type CheckoutOptions, openCheckout } from './razorpay.ts'

const options: CheckoutOptions = {
  key: 'key',
  amount: 129900,
  currency: 'USD',
  order_id: 'order_1',
  name: 'Shop',
  description: 'Business Website',
  prefill: { name: 'Ada Lovelace', email: 'ada@example.com', contact: '+44' },
  theme: { color: '#3B82F6' },
}
const fields = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'sig' }
const paid = {
  type: 'paid',
  receipt: { razorpayOrderId: 'order_1', razorpayPaymentId: 'pay_1', razorpaySignature: 'sig' },
}

/** A checkout whose buyer does this as soon as it opens. */
function checkoutThat(
  act: (widget: {
    given: ConstructorParameters<CheckoutConstructor>[0]
    fail: (error?: { code?: string; description?: string }) => void
    log: string[]
  }) => void,
) {
  const log: string[] = []
  class Checkout {
    given: ConstructorParameters<CheckoutConstructor>[0]
    listener: Parameters<InstanceType<CheckoutConstructor>['on']>[1] = () => {}
    constructor(given: ConstructorParameters<CheckoutConstructor>[0]) {
      this.given = given
    }
    on(_event: 'payment.failed', listener: Parameters<InstanceType<CheckoutConstructor>['on']>[1]) {
      this.listener = listener
    }
    open() {
      act({ given: this.given, fail: (error) => this.listener({ ...(error && { error }) }), log })
    }
    close() {
      log.push('closed')
      // The provider's widget calls `ondismiss` whenever it closes.
      this.given.modal.ondismiss()
    }
  }
  return { Checkout, log }
}

test('a payment hands back its three fields', async () => {
  const { Checkout } = checkoutThat(({ given }) => given.handler(fields))
  expect(await openCheckout(Checkout, options)).toEqual(paid)
})

test('closing the checkout is a dismissal', async () => {
  const { Checkout } = checkoutThat(({ given }) => given.modal.ondismiss())
  expect(await openCheckout(Checkout, options)).toEqual({ type: 'dismissed' })
})

test('a failed payment closes the checkout and stays a failure although that dismisses it', async () => {
  const { Checkout, log } = checkoutThat(({ fail }) =>
    fail({ code: 'BAD_REQUEST_ERROR', description: 'Declined' }),
  )
  expect(await openCheckout(Checkout, options)).toEqual({
    type: 'declined',
    code: 'BAD_REQUEST_ERROR',
    description: 'Declined',
  })
  expect(log).toEqual(['closed'])
})

test('a failure without an explanation is a failure all the same', async () => {
  const { Checkout } = checkoutThat(({ fail }) => fail())
  expect(await openCheckout(Checkout, options)).toEqual({ type: 'declined' })
})

test('the first outcome wins', async () => {
  const { Checkout } = checkoutThat(({ given, fail }) => {
    given.handler(fields)
    given.modal.ondismiss()
    fail({ code: 'BAD_REQUEST_ERROR' })
  })
  expect(await openCheckout(Checkout, options)).toEqual(paid)
})

test('the checkout gets the order as it is, with its own retry off', async () => {
  let seen: unknown
  const { Checkout } = checkoutThat(({ given }) => {
    seen = given
    given.modal.ondismiss()
  })
  await openCheckout(Checkout, options)
  expect(seen).toMatchObject({ ...options, retry: { enabled: false } })
})

test('a checkout that throws as it opens rejects', async () => {
  const { Checkout } = checkoutThat(() => {
    throw new Error('no frame')
  })
  await expect(openCheckout(Checkout, options)).rejects.toThrow('no frame')
})
