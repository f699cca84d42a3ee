/** 'An admin looks first': what staff deliver waits, and its customer knows nothing of it. */
import { beforeEach, expect, test } from 'vitest'
import { Order } from '../../../db/models/order.ts'
import type { StaffAssignment } from '../../../db/models/order-work/staff-assignment.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { insertAssignment, insertPaidOrder } from '../../../db/testing/builders.ts'
import type { OrderWork } from '../../contract/order-work/deliveries.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp } from '../../testing/test-app.ts'

const shop = openTestApp({ variables: { HOLD_DELIVERIES: 'on' } })

let admin: SignedIn
let sam: SignedIn
let grace: SignedIn
let order: Order
let assignment: StaffAssignment

beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  sam = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
  grace = await signInAs(shop, { firstName: 'Grace' })
  order = await insertPaidOrder(shop.db, { userId: grace.user.id, status: 'processing' })
  assignment = await insertAssignment(shop.db, {
    orderId: order.id,
    staffId: sam.user.id,
    assignedById: admin.user.id,
    status: 'in_progress',
  })
})

const path = () => `/api/orders/${order.id}`
const complete = () =>
  sam.browser.put(`/api/staff/assignments/${assignment.id}/status`, {
    status: 'completed',
    deliveryNote: 'The site is live.',
  })
const readWork = async ({ browser }: SignedIn) => (await browser.get(`${path()}/work`)).json<OrderWork>()
const listMails = async () => (await OutboxMessage.query(shop.db).orderBy('id')).map(({ kind }) => kind)
const release = ({ browser }: SignedIn) => browser.post(`${path()}/deliveries/1/release`)

test('waits for an admin, who hears of it; then its customer gets it and their time begins', async () => {
  await complete()
  expect(await readWork(grace)).toMatchObject({ work: { state: null }, deliveries: [] })
  for (const url of [path(), `${path()}/work`, '/api/user/data']) {
    const { statusCode, body } = await grace.browser.get(url)
    expect(statusCode, url).toBe(200)
    expect(body, url).not.toContain('The site is live.')
  }
  expect((await grace.browser.post(`${path()}/deliveries/1/accept`)).statusCode).toBe(404)
  expect(await readWork(sam)).toMatchObject({ deliveries: [{ number: 1, releasedAt: null }] })
  expect((await admin.browser.get(`/api/admin/orders/${order.id}`)).json()).toMatchObject({
    readyTo: 'release',
  })
  expect(await listMails()).toEqual(['work_finished'])

  for (const one of [sam, grace]) expect((await release(one)).statusCode).toBe(403)
  expect((await release(admin)).json()).toMatchObject({ work: { state: 'delivered' } })
  const { acceptBy } = await Order.query(shop.db).findById(order.id).throwIfNotFound()
  await release(admin)
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ acceptBy })
  expect(await readWork(grace)).toMatchObject({
    work: { state: 'delivered', acceptBy: expect.any(String) },
    deliveries: [{ number: 1, note: 'The site is live.' }],
  })
  expect(await listMails()).toEqual(['work_finished', 'delivered'])
})

test('is undone while it waits, and an admin’s own delivery waits for nobody', async () => {
  await complete()
  await sam.browser.post(`/api/staff/assignments/${assignment.id}/status/undo`)
  expect(await readWork(sam)).toMatchObject({ work: { state: null }, deliveries: [] })
  await admin.browser.post(`${path()}/deliveries`, { links: ['https://new.example'] })
  expect(await readWork(grace)).toMatchObject({ work: { state: 'delivered' }, deliveries: [{ number: 1 }] })
})

test('changes nothing where its customer has a later one and says that something is wrong', async () => {
  await complete()
  await admin.browser.post(`${path()}/deliveries`, { note: 'The right files.' })
  await grace.browser.post(`${path()}/delivery-requests`, { kind: 'fault', text: 'The form is gone.' })
  expect((await release(admin)).statusCode).toBe(200)
  expect(await readWork(grace)).toMatchObject({
    work: { state: 'in_rework', requests: [{ kind: 'fault', closedAt: null }] },
    deliveries: [{ number: 1 }, { number: 2 }],
  })
})
