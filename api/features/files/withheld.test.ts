/** 'Files after the last payment': what is delivered of an order in parts opens to its customer once all is paid. */
import { beforeEach, expect, test } from 'vitest'
import { Order } from '../../../db/models/order.ts'
import { OrderFile } from '../../../db/models/order-work/message.ts'
import { OrderPart } from '../../../db/models/order-work/order-part.ts'
import { Delivery } from '../../../db/models/order-work/staff-assignment.ts'
import type { RetriedOrder } from '../../contract/checkout.ts'
import type { OrderWork } from '../../contract/order-work/deliveries.ts'
import type { FileList } from '../../contract/order-work/messages.ts'
import { ACCEPTANCE_DAYS, WARRANTY_DAYS } from '../../rules/promises.ts'
import { openStorage } from '../../storage/open.ts'
import { type SignedIn, signInAsAdmin } from '../../testing/back-office.ts'
import { checkBooksAfterEach } from '../../testing/books.ts'
import { buyInParts, payOrder } from '../../testing/buyer.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'
import { runClock } from '../../testing/wait-clock.ts'

const shop = openTestApp({ hasProcessRole: true, variables: { FILES_AFTER_LAST_PAYMENT: 'on' } })
checkBooksAfterEach(shop)
const DAY_MS = 24 * 3_600_000
let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  ada = await signInAsAdmin(shop)
})

/** Delivers a file of an order whose first half is paid. */
async function deliver(due: 'delivered' | 'accepted') {
  const { id, buyer } = await buyInParts(shop, [
    { label: 'To begin', share: 50, due: 'purchase' },
    { label: 'The rest', share: 50, due },
  ])
  const { id: fileId } = await OrderFile.query(shop.db)
    .insert({
      id: crypto.randomUUID(),
      orderId: id,
      uploaderId: ada.user.id,
      name: 'logo.png',
      sizeBytes: 6,
      state: 'ready',
      mediaType: 'image/png',
      hasPreview: true,
    })
    .returning('id')
  const storage = await openStorage(shop.env)
  await storage.put(fileId, Buffer.from('a logo'))
  await storage.putPreview(fileId, Buffer.from('small'))
  const body = { note: 'The logo', fileIds: [fileId] }
  expect((await ada.browser.post(`/api/orders/${id}/deliveries`, body)).statusCode).toBe(201)
  return { id, buyer, fileId, path: `/api/orders/${id}` }
}

async function payRest(id: number, buyer: Visitor) {
  const { order } = (await buyer.post(`/api/orders/${id}/next-part`)).json<RetriedOrder>()
  expect((await payOrder(shop, buyer, order)).statusCode).toBe(200)
}
const readWork = async (id: number, browser: Visitor) =>
  (await browser.get(`/api/orders/${id}/work`)).json<OrderWork>()
const readStatus = async (browser: Visitor, path: string) => (await browser.get(path)).statusCode
const daysFromNow = (at: string | Date | null) => (new Date(at ?? 0).getTime() - Date.now()) / DAY_MS
const accept = (id: number, buyer: Visitor) => buyer.post(`/api/orders/${id}/deliveries/1/accept`)

test('its customer sees the previews, and gets the files with the last payment; the team has them at once', async () => {
  const { id, buyer, fileId, path } = await deliver('accepted')
  const closed = await buyer.get(`/api/files/${fileId}`)
  expect(closed.statusCode).toBe(409)
  expect(closed.json()).toMatchObject({ code: 'file_withheld', message: 'Files open with the last payment' })
  expect(await readStatus(buyer, `/api/files/${fileId}/preview`)).toBe(200)
  expect(await readStatus(buyer, `${path}/files.zip`)).toBe(404)
  expect((await readWork(id, buyer)).deliveries).toMatchObject([{ files: [{ isWithheld: true }] }])
  expect((await buyer.get(`${path}/files`)).json<FileList>().files).toMatchObject([{ isWithheld: true }])
  expect(await readStatus(ada.browser, `/api/files/${fileId}`)).toBe(200)
  expect((await readWork(id, ada.browser)).deliveries[0]?.files[0]).not.toHaveProperty('isWithheld')

  expect((await accept(id, buyer)).statusCode).toBe(200)
  expect(await readStatus(buyer, `/api/files/${fileId}`)).toBe(409)
  await payRest(id, buyer)
  expect((await buyer.get(`/api/files/${fileId}`)).body).toBe('a logo')
  expect(await readStatus(buyer, `${path}/files.zip`)).toBe(200)
})

test('is never accepted by time, and faults can be reported from the payment on', async () => {
  const { id, buyer } = await deliver('accepted')
  expect((await readWork(id, buyer)).work.acceptBy).toBeNull()
  const longAgo = { acceptBy: new Date(Date.now() - 30 * DAY_MS) }
  await Order.query(shop.db).findById(id).patch(longAgo)
  await runClock(shop)
  expect(await Order.query(shop.db).findById(id)).toMatchObject({ status: 'processing' })

  await accept(id, buyer)
  expect((await readWork(id, buyer)).work).toMatchObject({ endedBy: 'customer', warrantyUntil: null })
  await payRest(id, buyer)
  // Paid long after it was accepted.
  await shop.db.raw('ALTER TABLE deliveries DISABLE TRIGGER deliveries_are_never_changed')
  await Delivery.query(shop.db)
    .where({ orderId: id })
    .patch({ releasedAt: new Date(Date.now() - 60 * DAY_MS) })
  await shop.db.raw('ALTER TABLE deliveries ENABLE TRIGGER deliveries_are_never_changed')
  const { warrantyUntil } = (await readWork(id, buyer)).work
  expect(daysFromNow(warrantyUntil)).toBeCloseTo(WARRANTY_DAYS, 1)
  const fault = await buyer.post(`/api/orders/${id}/delivery-requests`, { kind: 'fault', text: 'Blurred' })
  expect(fault.statusCode, fault.body).toBe(201)
})

test('that is paid before it is accepted has all days for testing from then', async () => {
  const { id, buyer } = await deliver('delivered')
  await Order.query(shop.db).findById(id).patch({ acceptBy: new Date() })
  await payRest(id, buyer)
  const { acceptBy } = (await readWork(id, buyer)).work
  expect(daysFromNow(acceptBy)).toBeCloseTo(ACCEPTANCE_DAYS, 1)
})

test('opens where an admin lets the rest lapse, and not where all goes back', async () => {
  const { id, buyer, fileId } = await deliver('delivered')
  const status = async (body: object) =>
    expect((await ada.browser.patch(`/api/admin/orders/${id}/status`, body)).statusCode).toBe(200)
  await status({ status: 'cancelled' })
  expect(await readStatus(buyer, `/api/files/${fileId}`)).toBe(200)
  await ada.browser.post(`/api/admin/orders/${id}/refunds`, { reason: 'Asked for' })
  await shop.finishJobs()
  expect(await OrderPart.query(shop.db).findById([id, 2])).toMatchObject({ state: 'lapsed' })
  expect(await readStatus(buyer, `/api/files/${fileId}`)).toBe(409)
})
