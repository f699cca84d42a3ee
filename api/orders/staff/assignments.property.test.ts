/** Random calls by a staff member that move an assignment forward. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderStatus } from '#api/contract/orders/orders.ts'
import type { AssignmentStatus } from '#api/contract/orders/staff.ts'
import { changeOrderStatus } from '#api/orders/order/order-status.ts'
import { ORDER_STATUSES } from '#api/rules/orders.ts'
import { statusesOf } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { insertAssignment, insertOrder, insertUser } from '#db/testing/builders.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)
const HISTORIES = Math.ceil(Number(process.env.FUZZ_RUNS ?? 1200) / 60)
const STEPS: AssignmentStatus[] = ['assigned', 'in_progress', 'completed']

const shop = openTestApp()

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('assignment' as const),
      who: fc.constantFrom('own', 'own', 'own', 'other'),
      status: fc.constantFrom(...STEPS),
      /** How many such calls run at once. */
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('order' as const), status: fc.constantFrom(...ORDER_STATUSES) }),
  },
)

test('no assignment goes back, skips a step or is moved by anybody but its owner', async () => {
  const { id: adminId } = await insertUser(shop.db, { isAdmin: true })
  const [own, other] = [
    await insertUser(shop.db, { isStaff: true }),
    await insertUser(shop.db, { isStaff: true }),
  ]
  const browsers = { own: await openSession(shop, own.id), other: await openSession(shop, other.id) }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10, size: 'max' }), async (steps) => {
      const order = await insertOrder(shop.db)
      const work = { orderId: order.id, staffId: own.id, assignedById: adminId }
      const { id } = await insertAssignment(shop.db, work)
      let at = 0
      let orderStatus: OrderStatus = 'pending'
      for (const one of steps) {
        if (one.kind === 'order') {
          await changeOrderStatus(shop, { orderId: order.id, status: one.status, adminId })
          orderStatus = one.status
          continue
        }
        const to = STEPS.indexOf(one.status)
        const isAllowed = to === at || to === at + 1
        const move = () =>
          browsers[one.who].put(`/api/staff/assignments/${id}/status`, { status: one.status })
        const expected = one.who === 'other' ? 404 : isAllowed ? 200 : 409
        expect(await statusesOf(one.times, move)).toEqual(Array(one.times).fill(expected))
        if (expected !== 200) continue
        if (to === 1 && at === 0 && orderStatus === 'pending') orderStatus = 'processing'
        at = to
      }
      expect(await StaffAssignment.query(shop.db).findById(id)).toMatchObject({ status: STEPS[at] })
      const completed = StaffAssignment.query(shop.db).where({ staffId: own.id, status: 'completed' })
      expect(await User.query(shop.db).findById(own.id)).toMatchObject({
        completedAssignments: await completed.resultSize(),
      })
      expect(await order.$query(shop.db)).toMatchObject({ status: orderStatus, paymentStatus: 'paid' })
      const events = await AssignmentEvent.query(shop.db).where({ assignmentId: id }).orderBy('id')
      expect(events.map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual(
        STEPS.slice(0, at).map((from, index) => [from, STEPS[index + 1]]),
      )
      // In the order's history, each change starts from the status set by the previous one.
      const changes = await OrderEvent.query(shop.db)
        .where({ orderId: order.id, kind: 'status' })
        .orderBy('id')
      const path = ['pending', ...changes.map(({ toValue }) => toValue)]
      expect(changes.map(({ fromValue }) => fromValue)).toEqual(path.slice(0, -1))
      expect(path.at(-1)).toBe(orderStatus)
    }),
    { numRuns: HISTORIES, seed: SEED },
  )
})
