import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { demoProviderId } from '#db/seeds/provider-id.ts'
import { AUTHORIZATION, CREDENTIALS } from './testing/credentials.ts'
import { makeSdk, runSandbox } from './testing/running-sandbox.ts'

describe('orders', () => {
  test('are made and found again as Razorpay documents them', async () => {
    const { sdk } = await runSandbox()
    const order = await sdk.orders.create({
      amount: 5_000,
      currency: 'USD',
      receipt: 'rcpt_1',
      notes: { key: 'value' },
    })
    expect(order).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 5_000,
      amount_paid: 0,
      amount_due: 5_000,
      currency: 'USD',
      receipt: 'rcpt_1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { key: 'value' },
      created_at: expect.closeTo(Date.now() / 1000, -1),
    })
    expect(await sdk.orders.fetch(order.id)).toEqual(order)
  })

  test('are in rupees when no currency is named, and so is a capture', async () => {
    const { url, sdk, pay } = await runSandbox()
    const post = async (path: string) => {
      const response = await fetch(`${url}/v1/${path}`, {
        method: 'POST',
        headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 9_900 }),
      })
      return response.json()
    }
    const order = await post('orders')
    expect(order.currency).toBe('INR')
    const { razorpay_payment_id: inRupees } = await pay(order.id, 'authorized')
    expect(await post(`payments/${inRupees}/capture`)).toMatchObject({ status: 'captured', currency: 'INR' })
    const { id } = await sdk.orders.create({ amount: 9_900, currency: 'USD' })
    const { razorpay_payment_id: inDollars } = await pay(id, 'authorized')
    expect(await post(`payments/${inDollars}/capture`)).toHaveProperty('error')
  })

  test('without notes have an empty list of them', async () => {
    const { makeOrder } = await runSandbox()
    expect((await makeOrder()).notes).toEqual([])
  })

  test('are listed newest first, by receipt, in pages', async () => {
    const { sdk, makeOrder } = await runSandbox()
    const first = await makeOrder({ receipt: 'a' })
    const second = await makeOrder({ receipt: 'b' })
    const third = await makeOrder({ receipt: 'a' })
    const idsOf = async (query: object) => (await sdk.orders.all(query)).items.map(({ id }) => id)
    expect(await idsOf({})).toEqual([third.id, second.id, first.id])
    expect(await idsOf({ receipt: 'a' })).toEqual([third.id, first.id])
    expect(await idsOf({ receipt: 'none' })).toEqual([])
    expect(await idsOf({ count: 1, skip: 1 })).toEqual([second.id])
    expect(await sdk.orders.all({})).toMatchObject({ entity: 'collection', count: 3 })
  })

  test.each([
    [{ amount: 99 }, 'Order amount less than minimum amount allowed', 'amount'],
    [{ amount: 100.5 }, 'The amount must be an integer.', 'amount'],
    [{ amount: -100 }, 'Order amount less than minimum amount allowed', 'amount'],
    [{ amount: 'much' }, 'The amount must be an integer.', 'amount'],
    [{ amount: undefined }, 'The amount field is required.', 'amount'],
    [{ currency: 'XXQ' }, 'Currency is not supported', 'currency'],
    [{ receipt: 'r'.repeat(41) }, 'The receipt may not be greater than 40 characters.', 'receipt'],
    [{ surprise: 1 }, 'surprise is/are not required and should not be sent', undefined],
  ])('with %j are refused', async (fields, description, field) => {
    const { makeOrder } = await runSandbox()
    await expect(makeOrder(fields)).rejects.toEqual({
      statusCode: 400,
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
        ...(field && { field }),
      },
    })
  })

  test('take an amount as digits and a receipt of 40 characters', async () => {
    const { makeOrder } = await runSandbox()
    const order = await makeOrder({ amount: '100', receipt: 'r'.repeat(40) })
    expect(order).toMatchObject({ amount: 100, receipt: 'r'.repeat(40) })
  })

  test('that do not exist are refused', async () => {
    const { sdk } = await runSandbox()
    const refusalOf = (id: string) => sdk.orders.fetch(id).catch((refusal) => refusal)
    expect(await refusalOf('order_00000000000000')).toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' },
    })
    expect(await refusalOf('order_1')).toMatchObject({ error: { description: 'order_1 is not a valid id' } })
  })
})

describe('the key', () => {
  const authenticationFailed = {
    statusCode: 401,
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: 'Authentication failed',
      source: 'NA',
      step: 'NA',
      reason: 'NA',
      metadata: {},
    },
  }

  test('is refused with a wrong secret', async () => {
    const { url } = await runSandbox()
    await expect(makeSdk(url, 'wrong').orders.all()).rejects.toEqual(authenticationFailed)
  })

  test('is needed by every REST call', async () => {
    const { url } = await runSandbox()
    const calls = [
      ['POST', 'orders'],
      ['GET', 'orders'],
      ['GET', 'orders/order_1'],
      ['GET', 'orders/order_1/payments'],
      ['GET', 'payments/pay_1'],
      ['POST', 'payments/pay_1/capture'],
      ['POST', 'payments/pay_1/refund'],
      ['GET', 'refunds/rfnd_1'],
      ['GET', 'anything'],
    ]
    for (const [method, path] of calls) {
      const response = await fetch(`${url}/v1/${path}`, { method: method ?? 'GET' })
      expect([path, response.status, await response.json()]).toEqual([
        path,
        401,
        { error: authenticationFailed.error },
      ])
    }
  })
})

describe('payments', () => {
  test('that succeed are captured and pay the order', async () => {
    const { sdk, makeOrder, pay } = await runSandbox()
    const order = await makeOrder()
    const payment = await pay(order.id)
    const expectedSignature = createHmac('sha256', CREDENTIALS.keySecret)
      .update(`${order.id}|${payment.razorpay_payment_id}`)
      .digest('hex')
    expect(payment).toEqual({
      razorpay_order_id: order.id,
      razorpay_payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      razorpay_signature: expectedSignature,
    })
    expect(await sdk.payments.fetch(payment.razorpay_payment_id)).toMatchObject({
      id: payment.razorpay_payment_id,
      entity: 'payment',
      amount: 9_900,
      currency: 'USD',
      status: 'captured',
      order_id: order.id,
      method: 'card',
      captured: true,
      amount_refunded: 0,
      refund_status: null,
      // A fee of two percent, and a tax of eighteen percent on it.
      fee: 234,
      tax: 36,
      error_code: null,
    })
    expect(await sdk.orders.fetch(order.id)).toMatchObject({
      status: 'paid',
      attempts: 1,
      amount_paid: 9_900,
      amount_due: 0,
    })
  })

  test('stay authorised where the order is captured by hand', async () => {
    const { sdk, makeOrder, pay } = await runSandbox()
    const order = await makeOrder({ payment: { capture: 'manual' } })
    const { razorpay_payment_id } = await pay(order.id)
    expect((await sdk.payments.fetch(razorpay_payment_id)).status).toBe('authorized')
  })

  test('that are authorised are captured by a call, once, for their own amount and currency', async () => {
    const { sdk, makeOrder, pay } = await runSandbox()
    const order = await makeOrder()
    const { razorpay_payment_id: id } = await pay(order.id, 'authorized')
    expect(await sdk.payments.fetch(id)).toMatchObject({ status: 'authorized', captured: false, fee: null })
    expect(await sdk.orders.fetch(order.id)).toMatchObject({ status: 'attempted', amount_paid: 0 })

    const refusalOf = async (amount: number, currency: string) => {
      const refusal = await sdk.payments.capture(id, amount, currency).catch((error) => error)
      return refusal.error?.description
    }
    expect(await refusalOf(9_901, 'USD')).toBe('Capture amount must be equal to the amount authorized')
    expect(await refusalOf(9_900, 'INR')).toBe(
      'Capture currency must be equal to the currency of the payment',
    )
    expect(await sdk.payments.capture(id, 9_900, 'USD')).toMatchObject({ status: 'captured', captured: true })
    expect(await refusalOf(9_900, 'USD')).toBe('This payment has already been captured')
    expect(await sdk.orders.fetch(order.id)).toMatchObject({
      status: 'paid',
      attempts: 1,
      amount_paid: 9_900,
    })
  })

  test('of a paid order cannot be captured a second time', async () => {
    const { sdk, makeOrder, pay } = await runSandbox()
    const order = await makeOrder()
    const first = await pay(order.id, 'authorized')
    const second = await pay(order.id, 'authorized')
    await sdk.payments.capture(first.razorpay_payment_id, 9_900, 'USD')
    await expect(sdk.payments.capture(second.razorpay_payment_id, 9_900, 'USD')).rejects.toMatchObject({
      error: { description: expect.stringContaining('the order is already paid') },
    })
  })

  test('that failed cannot be captured', async () => {
    const { sdk, makeOrder, post } = await runSandbox()
    const order = await makeOrder()
    await post('/pay', { order_id: order.id, outcome: 'declined' })
    const [failed] = (await sdk.orders.fetchPayments(order.id)).items
    await expect(sdk.payments.capture(failed?.id ?? '', 9_900, 'USD')).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  test('are listed with their order, failed ones too', async () => {
    const { sdk, makeOrder, pay, post } = await runSandbox()
    const order = await makeOrder()
    await pay((await makeOrder()).id)
    await post('/pay', { order_id: order.id, outcome: 'declined' })
    await pay(order.id)
    const payments = await sdk.orders.fetchPayments(order.id)
    expect(payments).toMatchObject({ entity: 'collection', count: 2 })
    expect(payments.items.map(({ status }) => status)).toEqual(['captured', 'failed'])
    expect(await sdk.orders.fetch(order.id)).toMatchObject({ attempts: 2, status: 'paid' })
  })
})

describe('refunds', () => {
  async function captured() {
    const sandbox = await runSandbox()
    const { razorpay_payment_id: paymentId } = await sandbox.pay((await sandbox.makeOrder()).id)
    return { ...sandbox, paymentId }
  }

  test('are made of a payment of the demo’s past, which the sandbox did not take', async () => {
    const { sdk } = await runSandbox()
    const refund = (id: string) => sdk.payments.refund(id, { amount: 2_000 })
    const made = { amount: 2_000, currency: 'USD', status: 'processed' }
    for (const _ of [1, 2]) expect(await refund(demoProviderId('pay', 'demo 1'))).toMatchObject(made)
    await expect(refund('pay_00000000000000')).rejects.toMatchObject({ statusCode: 400 })
  })

  test('give part of the money back, then the rest, never more', async () => {
    const { sdk, paymentId } = await captured()
    const refund = await sdk.payments.refund(paymentId, { amount: 900 })
    expect(refund).toMatchObject({
      id: expect.stringMatching(/^rfnd_[0-9A-Za-z]{14}$/),
      entity: 'refund',
      amount: 900,
      currency: 'USD',
      payment_id: paymentId,
      status: 'processed',
    })
    const traced = { ...refund, acquirer_data: { arn: expect.stringMatching(/^\d{23}$/) } }
    expect(await sdk.refunds.fetch(refund.id)).toEqual(traced)
    expect(await sdk.payments.fetch(paymentId)).toMatchObject({
      status: 'captured',
      amount_refunded: 900,
      refund_status: 'partial',
    })
    await expect(sdk.payments.refund(paymentId, { amount: 9_001 })).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'The refund amount provided is greater than amount captured' },
    })
    expect(await sdk.payments.refund(paymentId, {})).toMatchObject({ amount: 9_000 })
    expect(await sdk.payments.fetch(paymentId)).toMatchObject({
      status: 'refunded',
      amount_refunded: 9_900,
      refund_status: 'full',
    })
    await expect(sdk.payments.refund(paymentId, { amount: 100 })).rejects.toMatchObject({
      error: { description: 'The payment has been fully refunded already' },
    })
  })

  test.each([0, 99])('of %i cents are too small', async (amount) => {
    const { sdk, paymentId } = await captured()
    await expect(sdk.payments.refund(paymentId, { amount })).rejects.toMatchObject({
      error: { description: 'The amount must be at least USD 1.00', field: 'amount' },
    })
  })

  test('leave their order paid', async () => {
    const { sdk, paymentId } = await captured()
    await sdk.payments.refund(paymentId, {})
    const { order_id } = await sdk.payments.fetch(paymentId)
    expect((await sdk.orders.fetch(order_id)).status).toBe('paid')
  })

  test('are only for captured money', async () => {
    const { sdk, makeOrder, pay } = await captured()
    const { razorpay_payment_id } = await pay((await makeOrder()).id, 'authorized')
    await expect(sdk.payments.refund(razorpay_payment_id, {})).rejects.toMatchObject({
      error: { description: 'The payment status should be captured for action to be taken' },
    })
  })

  describe('under an idempotency key', () => {
    test('happen once however often they are asked for', async () => {
      const { refund, sdk, paymentId } = await captured()
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => refund(paymentId, 900, 'constructor')),
      )
      expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
      expect((await sdk.payments.fetch(paymentId)).amount_refunded).toBe(900)
    })

    test('are refused for another request with the same key', async () => {
      const { refund, paymentId, makeOrder, pay } = await captured()
      await refund(paymentId, 900, 'key-number-1')
      const { razorpay_payment_id: otherId } = await pay((await makeOrder()).id)
      for (const response of [
        await refund(paymentId, 901, 'key-number-1'),
        await refund(otherId, 900, 'key-number-1'),
      ]) {
        expect(response).toMatchObject({
          status: 409,
          body: {
            error: {
              description: 'Different request with the same idempotency key has already been processed.',
            },
          },
        })
      }
    })

    test('happen again under another key', async () => {
      const { refund, sdk, paymentId } = await captured()
      await refund(paymentId, 900, 'key-number-1')
      await refund(paymentId, 900, 'key-number-2')
      expect((await sdk.payments.fetch(paymentId)).amount_refunded).toBe(1_800)
    })

    test.each(['short', 'with spaces in it'])('need a proper one, not "%s"', async (key) => {
      const { refund, paymentId } = await captured()
      expect((await refund(paymentId, 900, key)).status).toBe(400)
    })
  })
})

describe('odd requests are refused in Razorpay’s words', () => {
  test.each([
    ['malformed JSON', 'orders', { 'content-type': 'application/json' }, '{"amount":'],
    ['an empty JSON body', 'orders', { 'content-type': 'application/json' }, ''],
    ['another content type', 'orders', { 'content-type': 'text/plain' }, 'amount=100'],
    ['an array for a body', 'orders', { 'content-type': 'application/json' }, '[]'],
    ['an unknown URL', 'nothing/here', { 'content-type': 'application/json' }, '{}'],
    [
      'a traversing id',
      'payments/..%2Forders/capture',
      { 'content-type': 'application/json' },
      '{"amount":100}',
    ],
    ['a poisoned body', 'orders', { 'content-type': 'application/json' }, '{"__proto__":{"amount":100}}'],
  ])('%s', async (_what, path, headers, body) => {
    const { url } = await runSandbox()
    const response = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, ...headers },
      body,
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', metadata: {} } })
  })

  test('a call without parameters may come with an empty JSON body', async () => {
    const { url, makeOrder, pay } = await runSandbox()
    const { razorpay_payment_id } = await pay((await makeOrder()).id)
    const response = await fetch(`${url}/v1/payments/${razorpay_payment_id}/refund`, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      body: '',
    })
    expect(await response.json()).toMatchObject({ entity: 'refund', amount: 9_900 })
  })
})
