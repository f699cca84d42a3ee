import { expect, test } from 'vitest'
import type { CheckoutRequest } from '#site/shop/payment/provider/checkout.ts'
import { ORDER, RECEIPT, WIDGET_FIELDS } from '#site/shop/payment/testing/orders.ts'
import { openWidget, type WidgetConstructor } from './checkout.ts'

const request: CheckoutRequest = {
  order: ORDER,
  sellerName: 'Shop',
  description: 'Business Website',
  buyer: { name: 'Ada Lovelace', email: 'ada@example.com', contact: '+44' },
  colour: '#3B82F6',
}
const paid = { type: 'paid', receipt: RECEIPT }

/** A stub of the widget that runs `act` as soon as it opens. */
function checkoutThat(
  act: (widget: {
    given: ConstructorParameters<WidgetConstructor>[0]
    fail: (error?: { code?: string; description?: string }) => void
    log: string[]
  }) => void,
) {
  const log: string[] = []
  class Widget {
    given: ConstructorParameters<WidgetConstructor>[0]
    listener: Parameters<InstanceType<WidgetConstructor>['on']>[1] = () => {}
    constructor(given: ConstructorParameters<WidgetConstructor>[0]) {
      this.given = given
    }
    on(_event: 'payment.failed', listener: Parameters<InstanceType<WidgetConstructor>['on']>[1]) {
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
  return { Widget, log }
}

test.each<[what: string, act: Parameters<typeof checkoutThat>[0], outcome: object]>([
  ['a payment hands back its three fields', ({ given }) => given.handler(WIDGET_FIELDS), paid],
  ['closing the checkout is a dismissal', ({ given }) => given.modal.ondismiss(), { type: 'dismissed' }],
  [
    'a failure with any code but BAD_REQUEST_ERROR is an interruption',
    ({ fail }) => fail({ code: 'GATEWAY_ERROR', description: 'Timed out' }),
    { type: 'interrupted', description: 'Timed out' },
  ],
  [
    'a failure without an explanation is a failure all the same',
    ({ fail }) => fail(),
    { type: 'interrupted' },
  ],
  [
    'the first outcome wins',
    ({ given, fail }) => {
      given.handler(WIDGET_FIELDS)
      given.modal.ondismiss()
      fail({ code: 'BAD_REQUEST_ERROR' })
    },
    paid,
  ],
])('%s', async (_what, act, outcome) => {
  expect(await openWidget(checkoutThat(act).Widget, request)).toEqual(outcome)
})

test('a failed payment closes the checkout and stays a failure although that dismisses it', async () => {
  const declined = { code: 'BAD_REQUEST_ERROR', description: 'Declined' }
  const { Widget, log } = checkoutThat(({ fail }) => fail(declined))
  expect(await openWidget(Widget, request)).toEqual({ type: 'declined', description: 'Declined' })
  expect(log).toEqual(['closed'])
})

test('the checkout gets the order as it is, with its own retry off', async () => {
  let seen: unknown
  const { Widget } = checkoutThat(({ given }) => {
    seen = given
    given.modal.ondismiss()
  })
  await openWidget(Widget, request)
  expect(seen).toMatchObject({
    key: 'key',
    amount: 129900,
    currency: 'USD',
    order_id: 'order_1',
    name: 'Shop',
    description: 'Business Website',
    prefill: { name: 'Ada Lovelace', email: 'ada@example.com', contact: '+44' },
    theme: { color: '#3B82F6' },
    retry: { enabled: false },
  })
})

test('a checkout that throws as it opens rejects', async () => {
  const { Widget } = checkoutThat(() => {
    throw new Error('no frame')
  })
  await expect(openWidget(Widget, request)).rejects.toThrow('no frame')
})
