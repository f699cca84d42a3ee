import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $session } from '#site/kit/stores/session.ts'
import { $payment, leavePayment, type PaymentPlan, resetPayment, runPayment } from './run-payment.ts'
import { ORDER, RECEIPT, WIDGET_FIELDS } from './testing/orders.ts'

const order = { ...ORDER, id: 7 }
const plan: PaymentPlan = {
  order: () => ({ packageId: 1, finalAmount: 1299, userId: 1 }),
  description: 'Business Website',
  buyer: { name: 'Ada Lovelace', email: 'ada@example.com', contact: '+44' },
}
const SUCCEEDED = { step: 'succeeded', order: { orderId: 7 } }
const refusal = { code: 'email_taken', message: 'Taken' }

type StubbedResponse = [status: number, body: unknown] | 'offline'
let calls: string[]
let keys: (string | null)[]
let responses: Record<string, StubbedResponse>

/** A stub of the provider's widget: the buyer pays immediately. */
class PayingCheckout {
  given: { handler: (fields: Record<string, string>) => void }
  constructor(given: PayingCheckout['given']) {
    this.given = given
  }
  on() {}
  open() {
    this.given.handler(WIDGET_FIELDS)
  }
}

beforeEach(() => {
  calls = []
  keys = []
  responses = {
    '/api/create-order': [201, order],
    '/api/verify-payment': [200, { success: true, orderId: 7, sessionId: 'token' }],
    '/api/auth/session-login': [200, { id: 1, firstName: 'Ada', isAdmin: false }],
  }
  vi.stubGlobal('window', { Razorpay: PayingCheckout })
  vi.stubGlobal('localStorage', { setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    calls.push(path)
    if (path === '/api/create-order') keys.push(new Headers(init?.headers).get('idempotency-key'))
    const response = responses[path] ?? 'offline'
    if (response === 'offline') throw new TypeError('fetch failed')
    return new Response(JSON.stringify(response[1]), { status: response[0] })
  })
  $session.set({ user: null, isLoading: false })
  resetPayment()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a payment makes the order, verifies what the checkout says and signs the buyer in', async () => {
  expect(await runPayment(plan)).toMatchObject(SUCCEEDED)
  expect(calls).toEqual(['/api/create-order', '/api/verify-payment', '/api/auth/session-login'])
  expect($session.get().user?.firstName).toBe('Ada')
})

test('an order that an earlier try left open is paid, and none is made', async () => {
  expect(await runPayment({ ...plan, order })).toMatchObject(SUCCEEDED)
  expect(calls).toEqual(['/api/verify-payment', '/api/auth/session-login'])
})

test('a payment that an earlier try could not verify is verified, and none is made', async () => {
  const open = vi.spyOn(PayingCheckout.prototype, 'open')
  const onPaid = vi.fn()
  responses['/api/verify-payment'] = 'offline'
  expect(await runPayment({ ...plan, onPaid })).toMatchObject({ reason: 'verification_failed' })
  expect(onPaid).toHaveBeenCalledExactlyOnceWith(RECEIPT)
  expect(open).toHaveBeenCalledOnce()

  resetPayment()
  responses['/api/verify-payment'] = [200, { success: true, orderId: 7 }]
  expect(await runPayment({ ...plan, order: { ...order, receipt: RECEIPT } })).toMatchObject(SUCCEEDED)
  expect(open).toHaveBeenCalledOnce()
  expect(calls).toEqual(['/api/create-order', '/api/verify-payment', '/api/verify-payment'])
})

test('without a session nobody is signed in', async () => {
  responses['/api/verify-payment'] = [200, { success: true, orderId: 7 }]
  expect(await runPayment(plan)).toMatchObject(SUCCEEDED)
  expect(calls).not.toContain('/api/auth/session-login')
})

test('an order that is paid has succeeded even where the sign-in fails', async () => {
  responses['/api/auth/session-login'] = [401, { code: 'signed_out', message: 'Expired' }]
  expect(await runPayment(plan)).toMatchObject(SUCCEEDED)
  expect($session.get().user).toBeNull()
  expect(calls.filter((path) => path === '/api/auth/session-login')).toHaveLength(1)
})

test('a sign-in that a busy shop refuses is tried once more', async () => {
  responses['/api/auth/session-login'] = [503, { code: 'overloaded', message: 'Busy' }]
  expect(await runPayment(plan)).toMatchObject(SUCCEEDED)
  expect(calls.filter((path) => path === '/api/auth/session-login')).toHaveLength(2)
})

test('an order that costs nothing opens no checkout', async () => {
  responses['/api/create-order'] = [201, { ...order, amount: 0, razorpayOrderId: null, sessionId: 'token' }]
  expect(await runPayment(plan)).toMatchObject(SUCCEEDED)
  expect(calls).toEqual(['/api/create-order', '/api/auth/session-login'])
})

test('a second submit while one runs makes no second order', async () => {
  const first = runPayment(plan)
  expect(await runPayment(plan)).toBeUndefined()
  await first
  expect(calls.filter((path) => path === '/api/create-order')).toHaveLength(1)
})

test('a coupon that is refused stops before the order', async () => {
  const checkCoupon = () => Promise.reject(new TypeError('fetch failed'))
  expect(await runPayment({ ...plan, checkCoupon })).toMatchObject({
    step: 'refused',
    refusal: { at: 'checkingCoupon' },
  })
  expect(calls).toEqual([])
})

test("a refused order keeps the API's reason", async () => {
  responses['/api/create-order'] = [409, refusal]
  expect(await runPayment(plan)).toEqual({
    step: 'refused',
    refusal: { at: 'creatingOrder', status: 409, issues: undefined, ...refusal },
  })
})

test('a submit whose response was lost is sent again under its key, so that it makes no second order', async () => {
  responses['/api/create-order'] = 'offline'
  await runPayment(plan)
  responses['/api/create-order'] = [201, order]
  await runPayment(plan)
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
  resetPayment()
  await runPayment(plan)
  expect(keys[2]).not.toBe(keys[0])
})

test('an order that cannot be sent is refused without a status', async () => {
  responses['/api/create-order'] = 'offline'
  expect(await runPayment(plan)).toEqual({ step: 'refused', refusal: { at: 'creatingOrder' } })
})

test.each<[string, StubbedResponse]>([
  ['refused', [400, { code: 'verification_failed', message: 'No' }]],
  ['not reached', 'offline'],
])('a verification that is %s is a failed one', async (_how, response) => {
  responses['/api/verify-payment'] = response
  expect(await runPayment(plan)).toMatchObject({
    step: 'failed',
    reason: 'verification_failed',
    order: { orderId: 7 },
  })
})

test('a checkout that throws as it opens is a gateway error', async () => {
  vi.spyOn(PayingCheckout.prototype, 'open').mockImplementationOnce(() => {
    throw new Error('no frame')
  })
  expect(await runPayment(plan)).toMatchObject({
    step: 'failed',
    reason: 'gateway_error',
    description: 'Failed to initialize payment gateway. Please try again.',
  })
})

test('a form that is closed before the checkout stops the payment: nothing opens later, and a new try makes no second order', async () => {
  const answer = fetch
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const response = await answer(path, init)
    await held
    return response
  })
  const open = vi.spyOn(PayingCheckout.prototype, 'open').mockClear()
  const onOrderCreated = vi.fn()
  const closed = runPayment({ ...plan, onOrderCreated })
  expect($payment.get().step).toBe('creatingOrder')
  expect(leavePayment()).toBe(true)
  expect($payment.get().step).toBe('idle')
  const again = runPayment(plan)
  release()
  expect(await closed).toBeUndefined()
  expect(onOrderCreated).not.toHaveBeenCalled()
  expect(await again).toMatchObject({ step: 'succeeded' })
  expect(keys[1]).toBe(keys[0])
  expect(open).toHaveBeenCalledOnce()
})

test('a form that is closed while a payment is confirmed loses nothing, and none is closed under the open checkout', async () => {
  const steps: string[] = []
  const left: boolean[] = []
  const stop = $payment.listen(({ step }) => {
    steps.push(step)
    if (step === 'verifying' || step === 'paying') left.push(leavePayment())
  })
  expect(await runPayment(plan)).toMatchObject({ step: 'succeeded' })
  stop()
  expect(steps).toEqual(['creatingOrder', 'openingCheckout', 'paying', 'verifying', 'signingIn', 'succeeded'])
  expect(left).toEqual([false, true])
})

test('whoever is told of a payment and fails stops nothing', async () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const fail = () => {
    throw new Error('It cannot be drawn')
  }
  expect(await runPayment({ ...plan, onOrderCreated: fail, onPaid: fail })).toMatchObject({
    step: 'succeeded',
  })
  expect(report).toHaveBeenCalledTimes(2)
})
