/** Random histories of refund requests: money goes back only by a decision or a cancellation in time. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderRefundRequest } from '#api/contract/money/refund-requests.ts'
import { type CustomerAct, REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Refund } from '#db/models/money/refund.ts'
import { RefundRequest } from '#db/models/money/refund-request.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertAssignment, insertDispute, insertPaidOrder } from '#db/testing/builders.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102)
const LIVES = Math.ceil(Number(process.env.FUZZ_RUNS ?? 1200) / 30)
const PAID_CENTS = 10_000

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })

const ACTS = {
  ask: 5,
  askForPart: 2,
  cancel: 2,
  acceptAll: 2,
  acceptHalf: 4,
  decline: 5,
  decideAnewByAnother: 3,
  agree: 5,
  withdraw: 1,
  secondLook: 5,
  staleAnswer: 1,
  start: 1,
  day: 2,
  month: 1,
  dispute: 2,
  winDispute: 4,
  refundByHand: 1,
} as const
type Act = keyof typeof ACTS
const GIVING_BACK: readonly Act[] = [
  'cancel',
  'acceptAll',
  'acceptHalf',
  'decideAnewByAnother',
  'agree',
  'refundByHand',
]

const acts = fc.array(
  fc.oneof(...Object.entries(ACTS).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) }))),
  { minLength: 6, maxLength: 20, size: 'max' },
)

/** Histories that cover every act, however few random ones follow. */
const EXAMPLES: [Act[], number][] = [
  [['cancel'], 0],
  [['start', 'ask', 'decline', 'secondLook', 'acceptHalf', 'decideAnewByAnother', 'day', 'agree'], 60],
  [['askForPart', 'staleAnswer', 'acceptAll'], 60],
  [['dispute', 'ask', 'acceptAll', 'winDispute', 'acceptHalf', 'dispute', 'agree', 'withdraw'], 60],
  [['refundByHand', 'ask', 'decline', 'month', 'secondLook'], 60],
]

test('whatever is asked for and decided, nothing goes back that nobody has decided, but for a cancellation in time', async () => {
  const grace = await signInAs(shop, { firstName: 'Grace' })
  const ada = await signInAsAdmin(shop)
  const lin = await signInAs(shop, { email: 'lin@shop.example', isAdmin: true })
  const sam = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
  /** How often each act took effect. An act that never does proves nothing. */
  const done = new Map<string, number>()

  const live = async (steps: Act[], hoursAgo: number) => {
    const { id: orderId } = await insertPaidOrder(shop.db, {
      userId: grace.user.id,
      amountCents: PAID_CENTS,
      originalCents: PAID_CENTS,
      paidAt: new Date(Date.now() - hoursAgo * 3_600_000),
      status: 'pending',
    })
    const { id: assignmentId } = await insertAssignment(shop.db, {
      orderId,
      staffId: sam.user.id,
      assignedById: ada.user.id,
    })
    const payment = await shop.db('payments').where({ orderId }).first('id')
    const path = `/api/orders/${orderId}`
    const listRequests = () => RefundRequest.query(shop.db).where({ orderId }).orderBy('id')
    const listRefunds = () => Refund.query(shop.db).where({ paymentId: payment.id }).orderBy('id')
    const readOrder = () => Order.query(shop.db).findById(orderId).throwIfNotFound()
    const read = async (by = grace) =>
      (await by.browser.get(`${path}/refund-request`)).json<OrderRefundRequest>()
    const model = { hoursAgo, hasStarted: false, isDisputed: false }
    const ask = (amount?: string, workGoesOn = false) =>
      grace.browser.post(`${path}/refund-request`, { reason: 'Too late', amount, workGoesOn })
    const decide = async (body: object, by: SignedIn = ada) => {
      const version = (await read()).request?.version
      if (version === undefined) return undefined
      const url = `/api/admin${path.slice(4)}/refund-request/decision`
      return by.browser.post(url, { version, text: 'So we see it', ...body })
    }
    const answer = async (act: CustomerAct, back = 0) => {
      const { request } = await read()
      if (!request) return undefined
      const isPossible = request.acts.includes(act) && back === 0 && !(act === 'agree' && model.isDisputed)
      const body = { version: Math.max(1, request.version - back), answer: act, text: 'Because' }
      const response = await grace.browser.post(`${path}/refund-request/answer`, body)
      // The server does what the page offers, unless an amount was refunded by hand meanwhile.
      if (act === 'agree') expect(response.statusCode < 300 && !isPossible).toBe(false)
      else if (back === 0) expect(response.statusCode < 300).toBe(isPossible)
      return response
    }
    const age = async (hours: number) => {
      const { paidAt } = await readOrder()
      const shift = hours * 3_600_000
      await Order.query(shop.db)
        .findById(orderId)
        .patch({ paidAt: new Date((paidAt?.getTime() ?? 0) - shift) })
      await shop.db.raw(
        `UPDATE refund_requests SET decided_at = decided_at - make_interval(hours => ?) WHERE order_id = ?`,
        [hours, orderId],
      )
      model.hoursAgo += hours
      return { statusCode: 200 }
    }
    const half = async () => ((await read()).left as unknown as number) / 2

    const DO: Record<Act, () => Promise<{ statusCode: number; body?: string } | undefined>> = {
      ask: () => ask(),
      askForPart: () => ask('30.00', true),
      cancel: () => grace.browser.post(`${path}/cancellation`),
      acceptAll: async () => decide({ decision: 'accept', amount: (await read()).left }),
      acceptHalf: async () =>
        decide({ decision: 'accept', amount: (await half()).toFixed(2), stages: 2, stagesDone: 1 }),
      decline: () => decide({ decision: 'decline' }),
      decideAnewByAnother: () => decide({ decision: 'accept', amount: '20.00' }, lin),
      agree: () => answer('agree'),
      withdraw: () => answer('withdraw'),
      secondLook: () => answer('second_look'),
      staleAnswer: () => answer('agree', 1),
      start: async () => {
        const url = `/api/staff/assignments/${assignmentId}/status`
        const response = await sam.browser.put(url, { status: 'in_progress' })
        if (response.statusCode < 300) model.hasStarted = true
        return response
      },
      day: () => age(30),
      month: () => age(31 * 24),
      dispute: async () => {
        await insertDispute(shop.db, { orderId, status: 'open' })
        model.isDisputed = true
        return { statusCode: 200 }
      },
      winDispute: async () => {
        if (!model.isDisputed) return undefined
        await shop.db('disputes').where({ paymentId: payment.id }).update({ status: 'won' })
        model.isDisputed = false
        return { statusCode: 200 }
      },
      refundByHand: () =>
        ada.browser.post(`/api/admin${path.slice(4)}/refunds`, { amount: '40.00', reason: 'By hand' }),
    }

    for (const step of steps) {
      const readAll = async () => ({
        order: await readOrder(),
        requests: await listRequests(),
        refunds: await listRefunds(),
      })
      const before = await readAll()
      const response = await DO[step]()
      if (!response) continue
      const { statusCode } = response
      expect([200, 201, 400, 409], `${step}: ${response.body}`).toContain(statusCode)
      const hasActed = statusCode < 300
      if (hasActed) done.set(step, (done.get(step) ?? 0) + 1)
      const after = await readAll()
      const { order, requests, refunds } = after
      // A refusal leaves no trace.
      if (!hasActed) expect(after, step).toEqual(before)

      // Only these acts give money back, one refund each.
      const [added, ...more] = refunds.slice(before.refunds.length)
      expect(more).toEqual([])
      if (added) {
        const was = before.requests.at(-1)
        const request = requests.at(-1)
        expect(model.isDisputed).toBe(false)
        expect(GIVING_BACK).toContain(step)
        if (step === 'cancel') {
          expect(model.hoursAgo).toBeLessThan(48)
          expect(model.hasStarted).toBe(false)
          const found = [order.status, request?.state, request?.refundId]
          expect(found).toEqual(['cancelled', 'cancelled', added.id])
        } else expect(added.requestedBy).not.toBeNull()
        if (step === 'agree') {
          const agreed = { requestedBy: was?.decidedById, amountCents: was?.offer?.amountCents }
          expect(added).toMatchObject(agreed)
          expect([was?.state, request?.state, request?.refundId]).toEqual(['offered', 'refunded', added.id])
        }
        if (step.startsWith('accept') || step === 'decideAnewByAnother') {
          const left = PAID_CENTS - before.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
          expect(added.amountCents).toBeGreaterThanOrEqual(Math.min(was?.askedCents ?? 0, left))
          expect(request).toMatchObject({ state: 'refunded', refundId: added.id })
        }
      }
      expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBeLessThanOrEqual(PAID_CENTS)

      // At most one request is live, and it is closed when nothing waits.
      expect(requests.filter(({ state }) => REFUND_REQUEST_STATE[state].isLive).length).toBeLessThanOrEqual(1)
      for (const { state, closedAt, refundId } of requests) {
        expect(closedAt === null).toBe(REFUND_REQUEST_STATE[state].isLive)
        expect(refundId !== null).toBe(
          refunds.some(({ id }) => id === refundId) && ['refunded', 'cancelled'].includes(state),
        )
      }
      // A decision can be disputed once.
      const [was, is] = [before.requests.at(-1), requests.at(-1)]
      if (was?.secondLookAt && is?.id === was.id && is.decidedAt && is.decidedAt > was.secondLookAt) {
        expect(is.secondLookAt).toEqual(was.secondLookAt)
        done.set('second look decided', 1)
      }
      // Work waits while the request is live, unless the customer lets it go on.
      const waits = is !== undefined && REFUND_REQUEST_STATE[is.state].isLive && !is.workGoesOn
      expect(order.waitingFor, step).toBe(waits ? 'refund_request' : null)
      // An offer that awaits the customer has moved no money.
      if (is?.state === 'offered') expect(is.refundId).toBeNull()
    }
  }

  await fc.assert(fc.asyncProperty(acts, fc.constantFrom(0, 60, 60, 60), live), {
    numRuns: LIVES,
    seed: SEED,
    examples: EXAMPLES,
  })
  const reached = [...Object.keys(ACTS).filter((act) => act !== 'staleAnswer'), 'second look decided']
  expect([...done.keys()]).toEqual(expect.arrayContaining(reached))
})
