import { describe, expect, test } from 'vitest'
import { CREDENTIALS } from './testing/credentials.ts'
import { runSandbox } from './testing/running-sandbox.ts'

describe('paying', () => {
  test.each([
    ['declined', 'BAD_REQUEST_ERROR', 'issuer_bank', 'card_declined'],
    ['network', 'GATEWAY_ERROR', 'gateway', 'gateway_technical_error'],
  ])('with the outcome %s fails and leaves a failed payment', async (outcome, code, source, reason) => {
    const { sdk, makeOrder, post } = await runSandbox()
    const order = await makeOrder()
    const response = await post('/pay', { order_id: order.id, outcome })
    expect(response.status).toBe(400)
    const { error } = await response.json()
    expect(error).toEqual({
      code,
      description: expect.stringMatching(/^Your payment /),
      source,
      step: 'payment_authorization',
      reason,
      metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
    })
    expect(await sdk.payments.fetch(error.metadata.payment_id)).toMatchObject({
      status: 'failed',
      captured: false,
      fee: null,
      error_code: code,
      error_description: error.description,
      error_source: source,
      error_step: 'payment_authorization',
      error_reason: reason,
    })
    expect(await sdk.orders.fetch(order.id)).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_paid: 0,
    })
  })

  test('an order twice is refused and takes no money', async () => {
    const { sdk, makeOrder, pay, post } = await runSandbox()
    const order = await makeOrder()
    await pay(order.id)
    const response = await post('/pay', { order_id: order.id, outcome: 'success' })
    expect(response.status).toBe(400)
    expect((await response.json()).error.description).toContain('the order is already paid')
    expect(await sdk.orders.fetch(order.id)).toMatchObject({ attempts: 1, amount_paid: 9_900 })
    expect((await sdk.orders.fetchPayments(order.id)).count).toBe(1)
  })

  test('an order fifty times at once takes the money once', async () => {
    const { sdk, makeOrder, post } = await runSandbox()
    const order = await makeOrder()
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post('/pay', { order_id: order.id, outcome: 'success' })),
    )
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await sdk.orders.fetchPayments(order.id)).count).toBe(1)
  })

  test('stores what the checkout knows of the buyer', async () => {
    const { sdk, makeOrder, post } = await runSandbox()
    const order = await makeOrder()
    const buyer = { email: 'ada@example.com', contact: '+14155552671', description: 'Audit' }
    const response = await post('/pay', { order_id: order.id, outcome: 'success', ...buyer })
    const { razorpay_payment_id } = await response.json()
    expect(await sdk.payments.fetch(razorpay_payment_id)).toMatchObject(buyer)
  })

  test.each([
    [{ amount: 100 }],
    [{ currency: 'INR' }],
    [{ key_id: 'rzp_test_other' }],
    [{ outcome: 'lucky' }],
    [{ order_id: 'order_00000000000000' }],
    [{ order_id: undefined }],
  ])('is refused where the page says %j', async (said) => {
    const { sdk, makeOrder, post } = await runSandbox()
    const order = await makeOrder()
    const response = await post('/pay', { order_id: order.id, outcome: 'success', ...said })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR' } })
    expect((await sdk.orders.fetchPayments(order.id)).count).toBe(0)
  })

  test('works if the page names the same amount and key as the order', async () => {
    const { makeOrder, post } = await runSandbox()
    const order = await makeOrder()
    const said = { amount: '9900', currency: 'USD', key_id: CREDENTIALS.keyId }
    expect((await post('/pay', { order_id: order.id, outcome: 'success', ...said })).status).toBe(200)
  })

  test('works from a page of another origin', async () => {
    const { url } = await runSandbox()
    const preflight = await fetch(`${url}/pay`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    })
    const refusal = await fetch(`${url}/pay`, { method: 'POST' })
    expect(refusal.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('paying in rupees', () => {
  async function openRupees() {
    const sandbox = await runSandbox()
    const order = await sandbox.makeOrder({ currency: 'INR', amount: 12_000_000 })
    const pay = async (said: object) => {
      const response = await sandbox.post('/pay', { order_id: order.id, outcome: 'success', ...said })
      return { status: response.status, body: await response.json() }
    }
    const answer = (payment_id: string, outcome: string) =>
      sandbox.post('/bank-answer', { payment_id, outcome })
    return { ...sandbox, order, pay, answer }
  }

  test.each([
    [
      'upi',
      { vpa: 'buyer@examplebank', upi: { flow: 'intent' }, acquirer_data: { rrn: expect.any(String) } },
    ],
    ['netbanking', { bank: 'HDFC', acquirer_data: { bank_transaction_id: expect.any(String) } }],
    ['card', { card: { international: false }, acquirer_data: { auth_code: expect.any(String) } }],
  ])('by %s is told as Razorpay tells it', async (method, fields) => {
    const { sdk, pay } = await openRupees()
    const { body } = await pay({ method })
    const payment = await sdk.payments.fetch(body.razorpay_payment_id)
    expect(payment).toMatchObject({ method, status: 'captured', international: false, ...fields })
    expect(payment).not.toHaveProperty('base_amount')
  })

  test.each([
    ['upi', 'customer', 'payment_declined'],
    ['netbanking', 'issuer_bank', 'payment_declined'],
  ])('by %s is declined by its own words', async (method, source, reason) => {
    const { pay } = await openRupees()
    const { status, body } = await pay({ method, outcome: 'declined' })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', source, reason })
  })

  test('that the bank leaves open fails after ten minutes, and may be authorised after that', async () => {
    const { sdk, order, pay, answer } = await openRupees()
    const { body } = await pay({ method: 'upi', outcome: 'timed_out' })
    const { payment_id } = body.error.metadata
    expect(body.error).toMatchObject({ reason: 'payment_timed_out' })
    expect(await sdk.payments.fetch(payment_id)).toMatchObject({ status: 'created', error_code: null })
    expect((await answer(payment_id, 'failed')).status).toBe(200)
    expect(await sdk.payments.fetch(payment_id)).toMatchObject({
      status: 'failed',
      error_reason: 'payment_timed_out',
    })
    expect((await answer(payment_id, 'failed')).status).toBe(400)
    expect((await answer(payment_id, 'authorized')).status).toBe(200)
    expect(await sdk.payments.fetch(payment_id)).toMatchObject({ status: 'captured', error_code: null })
    expect(await sdk.orders.fetch(order.id)).toMatchObject({ status: 'paid' })
    expect((await answer(payment_id, 'authorized')).status).toBe(400)
  })

  test('late, after another payment has paid the order, is authorised and takes no money', async () => {
    const { sdk, pay, answer } = await openRupees()
    const { body } = await pay({ method: 'upi', outcome: 'timed_out' })
    await pay({ method: 'card' })
    const { payment_id } = body.error.metadata
    expect((await answer(payment_id, 'authorized')).status).toBe(200)
    expect(await sdk.payments.fetch(payment_id)).toMatchObject({ status: 'authorized', captured: false })
  })

  test('is for rupees alone; an answer for a payment that was declined is not taken', async () => {
    const { makeOrder, post, pay, answer } = await openRupees()
    const dollars = await makeOrder()
    expect((await post('/pay', { order_id: dollars.id, outcome: 'success', method: 'upi' })).status).toBe(400)
    const { body } = await pay({ method: 'upi', outcome: 'declined' })
    expect((await answer(body.error.metadata.payment_id, 'authorized')).status).toBe(400)
  })
})
