import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CREDENTIALS } from '#api/demo/sandbox/testing/credentials.ts'
import { runSandbox } from '#api/demo/sandbox/testing/running-sandbox.ts'
import { GatewayRejected, InvalidProviderId } from '#api/money/payments/gateway.ts'
import { money } from '#api/rules/money/money.ts'
import { EVENT_ID_HEADER, SIGNATURE_HEADER } from './events.ts'
import { createRazorpayGateway } from './gateway.ts'

const CHECKOUT_SCRIPT = '/sandbox/razorpay/v1/checkout.js'
const ORDER = { amount: money(9_900, 'USD'), receipt: 'rcpt_1', notes: { receipt: 'rcpt_1' } } as const

async function openGateway(config = {}) {
  const sandbox = await runSandbox()
  const at = { checkoutScript: CHECKOUT_SCRIPT, apiUrl: sandbox.url }
  return { sandbox, gateway: createRazorpayGateway({ ...CREDENTIALS, ...at, ...config }) }
}

async function openWithPayment(outcome = 'success') {
  const { sandbox, gateway } = await openGateway()
  const order = await gateway.createOrder(ORDER)
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = await sandbox.pay(
    order.id,
    outcome,
  )
  return { gateway, order, paymentId, signature }
}

describe('the gateway', () => {
  test('gives the browser only public configuration', async () => {
    const { gateway } = await openGateway()
    expect(gateway.keyId).toBe(CREDENTIALS.keyId)
    expect(gateway.checkoutScript).toBe(CHECKOUT_SCRIPT)
  })

  test.each([
    { keyId: '' },
    { keySecret: '' },
    { keySecret: '  ' },
    { webhookSecret: '' },
    { webhookSecret: 'x'.repeat(15) },
    { webhookSecret: ' '.repeat(16) },
  ])('is not made with %j', (secrets) => {
    const create = () => createRazorpayGateway({ ...CREDENTIALS, checkoutScript: '', ...secrets })
    expect(create).toThrow(/must|needs/)
  })

  test('takes an API address with or without a slash at its end', async () => {
    const { sandbox } = await openGateway()
    const { gateway } = await openGateway({ apiUrl: `${sandbox.url}/` })
    await expect(gateway.createOrder(ORDER)).resolves.toBeDefined()
  })
})

describe('an order', () => {
  test.each([
    ['USD', 9_900, 834_075],
    ['INR', 29_500, undefined],
    ['JPY', 295, 16_520],
  ] as const)('in %s is paid, captured and refunded in its subunits: %d', async (currency, minor, base) => {
    const { gateway, sandbox } = await openGateway()
    const amount = money(minor, currency)
    const order = await gateway.createOrder({ ...ORDER, amount })
    expect(order).toEqual({ id: expect.stringMatching(/^order_/), amount, receipt: 'rcpt_1' })
    const { razorpay_payment_id: paymentId } = await sandbox.pay(order.id, 'authorized')
    const captured = await gateway.capturePayment({ paymentId, amount })
    expect(captured).toMatchObject({ status: 'captured', amount })
    expect(captured.base).toEqual(base && money(base, 'INR'))
    const part = money(150, currency)
    const refund = { paymentId, amount: part, idempotencyKey: 'refund-key-1' }
    expect(await gateway.refundPayment(refund)).toMatchObject({ amount: part })
    expect(await gateway.getPayment(paymentId)).toMatchObject({ refunded: part })
    expect(await gateway.checkKey()).toEqual({ currencies: [currency] })
  })

  test('in a currency that is not enabled is refused, and the refusal names the field', async () => {
    const { gateway, sandbox } = await openGateway()
    await sandbox.post('/faults', { refusedCurrencies: ['JPY'] })
    const refusal = gateway.createOrder({ ...ORDER, amount: money(295, 'JPY') })
    await expect(refusal).rejects.toMatchObject({ code: 'BAD_REQUEST_ERROR', field: 'currency' })
    await expect(gateway.createOrder(ORDER)).resolves.toBeDefined()
  })

  test('that the provider refuses says why, and names the field', async () => {
    const { gateway } = await openGateway()
    const refusal = gateway.createOrder({ ...ORDER, amount: money(99, 'USD') })
    await expect(refusal).rejects.toBeInstanceOf(GatewayRejected)
    const why = { code: 'BAD_REQUEST_ERROR', description: 'Order amount less than minimum amount allowed' }
    await expect(refusal).rejects.toMatchObject({ ...why, status: 400, field: 'amount' })
  })

  test('lists its payments, failed ones too', async () => {
    const { gateway, sandbox } = await openGateway()
    const order = await gateway.createOrder(ORDER)
    await sandbox.post('/pay', { order_id: order.id, outcome: 'declined' })
    await sandbox.pay(order.id)
    expect(await gateway.listPayments(order.id)).toMatchObject([{ status: 'captured' }, { status: 'failed' }])
  })
})

describe('a payment', () => {
  test('is told as the provider knows it', async () => {
    const { gateway, order, paymentId } = await openWithPayment()
    expect(await gateway.getPayment(paymentId)).toEqual({
      id: paymentId,
      orderId: order.id,
      amount: money(9_900, 'USD'),
      refunded: money(0, 'USD'),
      base: money(834_075, 'INR'),
      status: 'captured',
    })
  })

  test('that is authorised is captured, and captured again without harm', async () => {
    const { gateway, paymentId } = await openWithPayment('authorized')
    const capture = () => gateway.capturePayment({ paymentId, amount: money(9_900, 'USD') })
    const captures = await Promise.all([capture(), capture(), capture()])
    expect(captures.map(({ status }) => status)).toEqual(['captured', 'captured', 'captured'])
  })

  test.each([money(9_899, 'USD'), money(9_900, 'INR')])(
    'is not captured for %j, and neither passes for captured then',
    async (amount) => {
      const { gateway, paymentId } = await openWithPayment('authorized')
      await expect(gateway.capturePayment({ paymentId, amount })).rejects.toBeInstanceOf(GatewayRejected)
      await gateway.capturePayment({ paymentId, amount: money(9_900, 'USD') })
      await expect(gateway.capturePayment({ paymentId, amount })).rejects.toBeInstanceOf(GatewayRejected)
    },
  )

  test('is refunded once under one key', async () => {
    const { gateway, paymentId } = await openWithPayment()
    const refund = () =>
      gateway.refundPayment({ paymentId, amount: money(900, 'USD'), idempotencyKey: 'refund-key-1' })
    const [first, second] = await Promise.all([refund(), refund()])
    expect(first).toEqual({
      id: expect.stringMatching(/^rfnd_/),
      bankReference: null,
      paymentId,
      amount: money(900, 'USD'),
      receipt: 'refund-key-1',
      status: 'processed',
    })
    expect(second).toEqual(first)
    // The bank's reference arrives later than the money.
    expect(await gateway.getRefund(first?.id ?? '')).toEqual({
      ...first,
      bankReference: expect.stringMatching(/^\d{23}$/),
    })
    expect(await gateway.findRefund({ paymentId, receipt: 'refund-key-1' })).toMatchObject({ id: first?.id })
    expect(await gateway.findRefund({ paymentId, receipt: 'refund-key-2' })).toBeUndefined()
    expect(await gateway.getPayment(paymentId)).toMatchObject({ refunded: money(900, 'USD') })
  })

  test('is not refunded beyond what it was', async () => {
    const { gateway, paymentId } = await openWithPayment()
    await expect(
      gateway.refundPayment({ paymentId, amount: money(9_901, 'USD'), idempotencyKey: 'refund-key-1' }),
    ).rejects.toBeInstanceOf(GatewayRejected)
  })

  test('that the provider does not know is refused in words for the team', async () => {
    const { gateway } = await openGateway()
    const refund = {
      paymentId: 'pay_00000000000000',
      amount: money(900, 'USD'),
      idempotencyKey: 'refund-key-1',
    }
    await expect(gateway.refundPayment(refund)).rejects.toMatchObject({
      description: 'The payment provider doesn’t know this payment',
    })
  })

  test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'is never refunded or captured for %d cents, which may be read as all of it',
    async (minor) => {
      const amount = { minor, currency: 'USD' } as const
      const { gateway, paymentId } = await openWithPayment()
      const refund = gateway.refundPayment({ paymentId, amount, idempotencyKey: 'refund-key-1' })
      await expect(refund).rejects.toBeInstanceOf(RangeError)
      const capture = gateway.capturePayment({ paymentId, amount })
      await expect(capture).rejects.toBeInstanceOf(RangeError)
      await expect(gateway.createOrder({ ...ORDER, amount })).rejects.toBeInstanceOf(RangeError)
      expect(await gateway.getPayment(paymentId)).toMatchObject({ refunded: money(0, 'USD') })
    },
  )

  test.each(['', 'short', 'line\r\nbreak-in-it', 'x'.repeat(41)])(
    'is not refunded under the key %j',
    async (idempotencyKey) => {
      const { gateway, paymentId } = await openWithPayment()
      const refund = gateway.refundPayment({ paymentId, amount: money(900, 'USD'), idempotencyKey })
      await expect(refund).rejects.toBeInstanceOf(RangeError)
    },
  )
})

describe('a signature of the widget', () => {
  const sign = (orderId: string, paymentId: string, secret = CREDENTIALS.keySecret) =>
    createHmac('sha256', secret).update(`${orderId}|${paymentId}`).digest('hex')

  test('is believed for its own order and payment, and for no other', async () => {
    const { gateway, order, paymentId, signature } = await openWithPayment()
    const other = await gateway.createOrder(ORDER)
    const verify = (orderId: string, id: string) =>
      gateway.verifyPaymentSignature({ orderId, paymentId: id, signature })
    expect(verify(order.id, paymentId)).toBe(true)
    expect(verify(other.id, paymentId)).toBe(false)
    expect(verify(order.id, 'pay_1')).toBe(false)
  })

  test('is not believed in another spelling, another length or made with another secret', async () => {
    const { gateway, order, paymentId, signature } = await openWithPayment()
    const wrong = [
      '',
      signature.toUpperCase(),
      signature.slice(1),
      `${signature}0`,
      `${signature}\n`,
      ` ${signature}`,
      'g'.repeat(64),
      sign(order.id, paymentId, 'another secret'),
      sign(order.id, paymentId, CREDENTIALS.webhookSecret),
      createHmac('sha256', '').update(`${order.id}|${paymentId}`).digest('hex'),
      undefined as unknown as string,
      [signature] as unknown as string,
    ]
    const isBelieved = (signature: string) =>
      gateway.verifyPaymentSignature({ orderId: order.id, paymentId, signature })
    expect(wrong.filter(isBelieved)).toEqual([])
  })

  test('is not believed for ids that leave open where one ends, however well it is signed', async () => {
    const { gateway } = await openGateway()
    for (const [orderId, paymentId] of [
      ['order_1|pay_2', 'pay_3'],
      ['order_1', 'pay_2|pay_3'],
      ['', 'pay_1'],
      ['pay_1', 'order_1'],
    ] as const) {
      const signature = sign(orderId, paymentId)
      expect(gateway.verifyPaymentSignature({ orderId, paymentId, signature })).toBe(false)
    }
  })
})

describe('a signature of a provider event', () => {
  const body = Buffer.from('{"event": "payment.captured",\n"payload": {}, "note":"é\\u00e9"}')
  const headers = (signature: string | undefined) => ({
    [SIGNATURE_HEADER]: signature,
    [EVENT_ID_HEADER]: 'evt_1',
  })
  const refusal = (code: string) => expect.objectContaining({ code })
  const sign = (content: string | Buffer, secret = CREDENTIALS.webhookSecret) =>
    createHmac('sha256', secret).update(content).digest('hex')

  test('is believed for the bytes that came', async () => {
    const { gateway } = await openGateway()
    const known = { id: 'evt_1', type: 'payment.captured' }
    expect(gateway.readEvent(body, headers(sign(body)))).toMatchObject(known)
    const bytes = randomBytes(64)
    expect(() => gateway.readEvent(bytes, headers(sign(bytes)))).toThrow(refusal('malformed'))
  })

  test('is not believed when missing, respelled, of a parsed body or made with another secret', async () => {
    const { gateway } = await openGateway()
    const parsedAndWritten = JSON.stringify(JSON.parse(body.toString('utf8')))
    for (const signature of [
      undefined,
      '',
      sign(body).toUpperCase(),
      sign(parsedAndWritten),
      sign(body, ''),
      sign(body, CREDENTIALS.keySecret),
    ]) {
      expect(() => gateway.readEvent(body, headers(signature)), signature).toThrow(refusal('bad_signature'))
    }
  })
})

describe('an id that cannot be the provider’s', () => {
  test('reaches the provider in no call', async () => {
    const paths: string[] = []
    const { createServer } = await import('node:http')
    const server = createServer((request, response) => {
      paths.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const at = { checkoutScript: '', apiUrl: `http://127.0.0.1:${port}` }
    const gateway = createRazorpayGateway({ ...CREDENTIALS, ...at })
    const odd = [
      ...['', ' ', 'pay_', 'order_', '../payments/pay_1', 'pay_1/../../orders', 'pay_1|order_1', 'pay_1?x=1'],
      ...['pay_1#', 'pay_%2e%2e', 'pay_1\n', 'PAY_1', 'rfnd_1', 'pay_é', 'constructor'],
      ...[`pay_${'a'.repeat(31)}`, `order_${'a'.repeat(31)}`],
      ...([['pay_1'], ['order_1'], null, undefined] as unknown as string[]),
      ...Array.from({ length: 200 }, () => `pay_${randomBytes(6).toString('latin1')}/`),
    ]
    for (const id of odd) {
      const wanted = { paymentId: id, amount: money(100, 'USD') }
      for (const call of [
        gateway.getPayment(id),
        gateway.listPayments(id),
        gateway.capturePayment(wanted),
        gateway.refundPayment({ ...wanted, idempotencyKey: 'refund-key-1' }),
      ]) {
        await expect(call).rejects.toBeInstanceOf(InvalidProviderId)
      }
    }
    // Ids of another kind are rejected too.
    await expect(gateway.getPayment('order_1')).rejects.toBeInstanceOf(InvalidProviderId)
    await expect(gateway.listPayments('pay_1')).rejects.toBeInstanceOf(InvalidProviderId)
    server.close()
    expect(paths).toEqual([])
  })
})
