/** Random histories of delivered orders, checked against a small model. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelRefundedOrder, setPaymentStatus } from '#api/orders/order/order-status.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { getOrder } from '#api/testing/buyer.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { runClock } from '#api/testing/wait-clock.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { insertAssignment, insertDispute, insertPaidOrder } from '#db/testing/builders.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)
const LIVES = Math.ceil(Number(process.env.FUZZ_RUNS ?? 1200) / 12)
const DAY_MS = 24 * 3_600_000

const shop = openTestApp()
const OK = { statusCode: 200 }

const ACTS = {
  deliver: 4,
  complete: 5,
  completeWithout: 1,
  start: 3,
  accept: 2,
  acceptAnOlderOne: 1,
  fault: 3,
  change: 5,
  grant: 3,
  decline: 4,
  undoWork: 2,
  undoDelivery: 2,
  days: 5,
  assign: 1,
  handOver: 1,
  unassign: 1,
  cancel: 1,
  setCompleted: 1,
  setProcessing: 2,
  undoStatus: 1,
  write: 1,
  reply: 2,
  requestRefund: 1,
  refundFails: 2,
  refundAll: 1,
  dispute: 1,
  winDispute: 2,
} as const
type Act = keyof typeof ACTS

const acts = fc.array(
  fc.oneof(...Object.entries(ACTS).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) }))),
  { minLength: 6, maxLength: 24, size: 'max' },
)

test('whatever happens to delivered work, it is accepted by somebody or by its time, and changes are counted once', async () => {
  const admin = await signInAsAdmin(shop)
  const grace = await signInAs(shop, { firstName: 'Grace' })
  const staff = [
    await signInAs(shop, { firstName: 'Sam', isStaff: true }),
    await signInAs(shop, { firstName: 'Robin', isStaff: true }),
  ] as const
  /** How often each act took effect. An act that never does proves nothing. */
  const done = new Map<string, number>()

  const live = async (steps: Act[], includedChanges: number | null) => {
    const open = { userId: grace.user.id, status: 'processing', includedChanges } as const
    const { id: orderId } = await insertPaidOrder(shop.db, open)
    const work = { orderId, staffId: staff[0].user.id, assignedById: admin.user.id }
    await insertAssignment(shop.db, { ...work, status: 'in_progress' })
    const read = () => getOrder(shop, orderId)
    const change = (fields: Partial<Order>) => Order.query(shop.db).findById(orderId).patch(fields)
    const listDeliveries = () => Delivery.query(shop.db).where({ orderId }).orderBy('number')
    const listRequests = () => DeliveryRequest.query(shop.db).where({ orderId }).orderBy('id')
    const listWork = () => StaffAssignment.query(shop.db).where({ orderId }).orderBy('id')
    const payment = await shop.db('payments').where({ orderId }).first('id')
    const path = `/api/orders/${orderId}`
    const isStopped = { written: false, refund: false, dispute: false }
    const byStaff = async (status: StaffAssignment['status'], verb: 'status' | 'undo', body: object = {}) => {
      const part = (await listWork()).find((one) => one.status === status)
      const who = staff.find(({ user }) => user.id === part?.staffId)
      if (!part || !who) return undefined
      const url = `/api/staff/assignments/${part.id}/status`
      return verb === 'undo' ? who.browser.post(`${url}/undo`) : who.browser.put(url, body)
    }
    const decide = async (decision: string) => {
      const requests = await listRequests()
      const open = requests.find(({ outcome, closedAt }) => outcome === null && closedAt === null)
      if (!open) return undefined
      return admin.browser.post(`${path}/delivery-requests/${open.id}/decision`, { decision, reason: 'So' })
    }
    const accept = async (back: number) => {
      const number = (await listDeliveries()).length - back
      return number > 0 ? grace.browser.post(`${path}/deliveries/${number}/accept`) : undefined
    }
    const ask = (kind: string, text: string) =>
      grace.browser.post(`${path}/delivery-requests`, { kind, text })
    const setStatus = (status: string) => admin.browser.patch(`/api/admin${path.slice(4)}/status`, { status })
    const openWork = async () => (await listWork()).find(({ status }) => status !== 'completed')

    const DO: Record<Act, (index: number) => Promise<{ statusCode: number } | undefined>> = {
      deliver: () => admin.browser.post(`${path}/deliveries`, { note: 'By Ada' }),
      start: () => byStaff('assigned', 'status', { status: 'in_progress' }),
      complete: () => byStaff('in_progress', 'status', { status: 'completed', deliveryNote: 'Done' }),
      completeWithout: () => byStaff('in_progress', 'status', { status: 'completed' }),
      accept: () => accept(0),
      acceptAnOlderOne: () => accept(1),
      fault: (index) => ask('fault', `Fault ${index}`),
      change: (index) => ask('change', `Change ${index}`),
      grant: () => decide('granted'),
      decline: () => decide('declined'),
      undoWork: () => byStaff('completed', 'undo'),
      undoDelivery: async () =>
        admin.browser.post(`${path}/deliveries/${(await listDeliveries()).length || 1}/undo`),
      days: async () => {
        const { acceptBy } = await read()
        if (!acceptBy) return undefined
        await change({ acceptBy: new Date(acceptBy.getTime() - 2.5 * DAY_MS) })
        await runClock(shop)
        return OK
      },
      assign: async () => {
        const taken = (await listWork()).map(({ staffId }) => staffId)
        const free = staff.find(({ user }) => !taken.includes(user.id))
        const body = { orderId, staffId: free?.user.id }
        return free ? admin.browser.post('/api/admin/staff-assignments', body) : undefined
      },
      handOver: async () => {
        const part = await openWork()
        const other = staff.find(({ user }) => user.id !== part?.staffId)
        if (!part) return undefined
        return admin.browser.patch(`/api/admin/staff-assignments/${part.id}`, { staffId: other?.user.id })
      },
      unassign: async () => {
        const part = await openWork()
        return part && admin.browser.call('DELETE', `/api/admin/staff-assignments/${part.id}`)
      },
      cancel: () => setStatus('cancelled'),
      setCompleted: () => setStatus('completed'),
      setProcessing: () => setStatus('processing'),
      undoStatus: () => admin.browser.post(`/api/admin${path.slice(4)}/status/undo`),
      write: async () => {
        await change({ awaitsReplySince: new Date() })
        isStopped.written = true
        return OK
      },
      reply: async () => {
        if (!isStopped.written) return undefined
        await change({ awaitsReplySince: null })
        isStopped.written = false
        return OK
      },
      requestRefund: async () => {
        const body = { amount: '1.00', reason: 'Late' }
        const key = { 'idempotency-key': crypto.randomUUID() }
        const response = await admin.browser.call('POST', `/api/admin${path.slice(4)}/refunds`, body, key)
        if (response.statusCode < 300) isStopped.refund = true
        return response
      },
      refundFails: async () => {
        if (!isStopped.refund) return undefined
        const asked = { paymentId: payment.id, status: 'requested' }
        await shop.db('refunds').where(asked).update({ status: 'failed' })
        isStopped.refund = false
        return OK
      },
      refundAll: async () => {
        if (isStopped.refund || isStopped.dispute) return undefined
        await shop.db.transaction(async (trx) => {
          const order = await Order.query(trx).findById(orderId).forUpdate().throwIfNotFound()
          if (order.paymentStatus !== 'paid') return
          await setPaymentStatus(shop.jobs, trx, order, 'refunded', { actorKind: 'provider' })
          await cancelRefundedOrder(shop.jobs, trx, orderId, 'provider')
        })
        return OK
      },
      dispute: async () => {
        await insertDispute(shop.db, { orderId, status: 'open' })
        isStopped.dispute = true
        return OK
      },
      winDispute: async () => {
        if (!isStopped.dispute) return undefined
        await shop.db('disputes').where({ paymentId: payment.id }).update({ status: 'won' })
        isStopped.dispute = false
        return OK
      },
    }

    for (const [index, step] of steps.entries()) {
      const before = { order: await read(), deliveries: await listDeliveries() }
      const response = await DO[step](index)
      if (!response) continue
      const { statusCode } = response
      expect([200, 201, 204, 404, 409], `${step} responds with ${statusCode}`).toContain(statusCode)
      const hasActed = statusCode < 300
      if (hasActed) done.set(step, (done.get(step) ?? 0) + 1)
      const order = await read()
      const [deliveries, requests] = [await listDeliveries(), await listRequests()]

      // A refusal leaves no trace.
      if (!hasActed) expect(order).toEqual(before.order)
      // A delivery never changes. Only undoing the latest one removes it.
      for (const was of before.deliveries) {
        const is = deliveries.find(({ id }) => id === was.id)
        if (!is) {
          expect(['undoWork', 'undoDelivery']).toContain(step)
          expect(was.number).toBe(before.deliveries.length)
          expect(was.acceptedAt).toBeNull()
          continue
        }
        const { acceptedAt: _, acceptedKind: __, acceptedById: ___, assignmentId: ____, ...lasting } = was
        expect(is).toMatchObject(was.acceptedAt ? { ...was, assignmentId: is.assignmentId } : lasting)
        if (!was.acceptedAt && is.acceptedAt) {
          // Accepted by the customer, or by a deadline that nothing paused.
          expect(is.acceptedKind).toBe(step === 'accept' ? 'customer' : 'time')
          expect(['accept', 'days']).toContain(step)
          expect(is.acceptedById).toBe(step === 'accept' ? grace.user.id : null)
          expect(order.status).toBe('completed')
          expect(is.number).toBe(deliveries.findLast(({ isWhole }) => isWhole)?.number)
          if (step === 'days') {
            done.set('accepted automatically', 1)
            expect(Object.values(isStopped)).not.toContain(true)
            expect(before.order).toMatchObject({ workState: 'delivered' })
            expect(await OrderEvent.query(shop.db).where({ orderId, reminder: 'last_check' })).not.toEqual([])
          }
        }
      }
      expect(deliveries.map(({ number }) => number)).toEqual(deliveries.map((_, at) => at + 1))

      const counted = requests.filter((request) => request.counted)
      expect(counted.length).toBeLessThanOrEqual(includedChanges ?? 0)
      // Changes beyond the included ones are made only if granted.
      for (const { kind, counted: isCounted, outcome, decidedById } of requests) {
        if (kind === 'change' && !isCounted && includedChanges !== null) expect(outcome).not.toBe('taken')
        expect(decidedById !== null).toBe(outcome === 'granted' || outcome === 'declined')
      }

      const openRequests = requests.filter(({ closedAt }) => closedAt === null)
      const isUndecided = openRequests.some(({ outcome }) => outcome === null)
      const isOpen = order.status === 'processing' || order.status === 'pending'
      if (order.workState === null) expect(openRequests).toEqual([])
      if (order.workState === 'change_asked') expect(isUndecided).toBe(true)
      // The promised date is paused exactly while the delivery is with the customer.
      const isWithCustomer = order.workState === 'delivered' || order.workState === 'change_asked'
      expect(order.waitingFor).toBe(isWithCustomer ? 'delivery' : null)
      if (order.workState === 'delivered') expect(openRequests).toEqual([])
      if (order.workState === 'in_rework' || order.workState === 'warranty') {
        expect(openRequests.length).toBeGreaterThan(0)
        expect(isUndecided).toBe(false)
      }
      // The work state fits the status.
      if (order.workState === 'warranty') {
        expect(order.status).toBe('completed')
        done.set('warranty work', 1)
      }
      if (order.workState !== null && order.workState !== 'warranty') expect(isOpen).toBe(true)
      if (order.paymentStatus !== 'paid') expect(order.workState).toBeNull()
      const isByHand = ['cancel', 'setCompleted', 'setProcessing'].includes(step)
      if (isByHand && order.status !== before.order.status) {
        const listAccepted = (some: Delivery[]) => some.map(({ acceptedAt }) => acceptedAt)
        expect(order.workState).toBeNull()
        expect(listAccepted(deliveries)).toEqual(listAccepted(before.deliveries))
      }
      // The times shown to the customer.
      const { work } = (await grace.browser.get(`${path}/work`)).json()
      const runs = order.workState === 'delivered' && !Object.values(isStopped).includes(true)
      expect(work.acceptBy !== null).toBe(runs)
      if (step === 'days' && order.workState === 'delivered' && !runs)
        expect((order.acceptBy?.getTime() ?? 0) - Date.now()).toBeGreaterThan(2 * DAY_MS)
      // Each completion has an author, and the counts of staff agree with their work.
      const [last] = await OrderEvent.query(shop.db).where({ orderId, kind: 'status' }).orderBy('id', 'desc')
      if (last) expect(last.toValue).toBe(order.status)
    }
  }

  await fc.assert(fc.asyncProperty(acts, fc.constantFrom(null, 0, 0, 1, 2), live), {
    numRuns: LIVES,
    seed: SEED,
  })
  for (const { user } of staff) {
    const completed = StaffAssignment.query(shop.db).where({ staffId: user.id, status: 'completed' })
    expect(await User.query(shop.db).findById(user.id)).toMatchObject({
      completedAssignments: await completed.resultSize(),
    })
  }
  // An older delivery is not accepted, unless that happened while it was the latest.
  const reached = Object.keys(ACTS).filter((act) => act !== 'acceptAnOlderOne')
  reached.push('accepted automatically', 'warranty work')
  expect([...done.keys()]).toEqual(expect.arrayContaining(reached))
}, 600_000)
