/** Staff take orders that nobody works on, where the owner allows it. */
import { beforeEach, expect, test } from 'vitest'
import { StaffAssignment } from '../../../db/models/order-work/staff-assignment.ts'
import { insertAssignment, insertOrder, insertPaidOrder } from '../../../db/testing/builders.ts'
import type { StaffPool } from '../../contract/assignments.ts'
import { type SignedIn, signInAs } from '../../testing/back-office.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '../../testing/wait-until.ts'

const shop = openTestApp({ variables: { STAFF_POOL: 'on' } })
const closed = openTestApp()
let staff: SignedIn
let orderId: number

beforeEach(async () => {
  staff = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
  orderId = (await insertPaidOrder(shop.db, {})).id
})

const listPool = async (who = staff) => (await who.browser.get('/api/staff/pool')).json<StaffPool>()
const take = (who = staff, id = orderId) => who.browser.post(`/api/staff/pool/${id}/take`)

test('what is paid and open, and nobody’s, is offered without contact data or money', async () => {
  await insertOrder(shop.db, { paymentStatus: 'unpaid' })
  await insertPaidOrder(shop.db, { status: 'cancelled' })
  const { id: taken } = await insertPaidOrder(shop.db, {})
  await insertAssignment(shop.db, { orderId: taken, staffId: staff.user.id, assignedById: staff.user.id })
  const { isOpen, orders } = await listPool()
  expect([isOpen, orders.map(({ id }) => id)]).toEqual([true, [orderId]])
  expect(Object.keys(orders[0]?.user ?? {}).toSorted()).toEqual(['company', 'firstName', 'lastName'])
  expect(JSON.stringify(orders)).not.toMatch(/amount|email|phone|address/i)
})

test('an order that is taken is an own assignment, and no longer offered', async () => {
  const response = await take()
  expect([response.statusCode, response.json()]).toMatchObject([
    201,
    { status: 'assigned', order: { id: orderId }, assignedByUser: { id: staff.user.id } },
  ])
  expect((await listPool()).orders).toEqual([])
  expect(await shop.db('assignment_events').where({ actorId: staff.user.id })).toMatchObject([
    { toStatus: 'assigned' },
  ])
  expect(await shop.db('audit_log').where({ subject: 'assignment' })).toHaveLength(1)
})

test('of two who take it at once one gets it, and the other is told who', async () => {
  const other = await signInAs(shop, { email: 'lee@shop.example', isStaff: true })
  const holding = await shop.db.transaction()
  await holding('orders').where({ id: orderId }).forUpdate()
  const both = [take(), take(other)]
  await waitUntil(async () => (await countAwaitedLocks(shop.db)) === 2)
  await holding.rollback()
  const responses = await Promise.all(both)
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const [mine] = await StaffAssignment.query(shop.db).where({ orderId }).withGraphFetched('staff')
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'already_taken',
    message: `${mine?.staff?.firstName} ${mine?.staff?.lastName} works on this order already`,
  })
})

test.each(['unpaid', 'completed', 'refunded'])('an order that is %s cannot be taken', async (state) => {
  await shop
    .db('orders')
    .where({ id: orderId })
    .update(
      state === 'completed'
        ? { status: state }
        : { paymentStatus: state, ...(state === 'unpaid' && { paidAt: null }) },
    )
  expect((await take()).statusCode).toBe(404)
})

test('nothing is offered and nothing can be taken where the owner does not allow it', async () => {
  const someone = await signInAs(closed, { email: 'sam@shop.example', isStaff: true })
  const { id } = await insertPaidOrder(closed.db, {})
  expect(await listPool(someone)).toEqual({ isOpen: false, orders: [] })
  expect((await take(someone, id)).statusCode).toBe(404)
})

test('what somebody had who is no longer of the staff is offered again', async () => {
  const left = await signInAs(shop, { email: 'lee@shop.example', isStaff: true })
  expect((await take(left)).statusCode).toBe(201)
  expect((await listPool()).orders).toEqual([])
  await left.user.$query(shop.db).patch({ isStaff: false })
  expect((await listPool()).orders).toMatchObject([{ id: orderId }])
  expect((await take()).statusCode).toBe(201)
})
