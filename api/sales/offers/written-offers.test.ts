/** Admin actions on offers besides sending, and the responses for offers that cannot be paid. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Offer as WireOffer } from '#api/contract/sales/offers.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { payByLink, payOrder } from '#api/testing/buyer.ts'
import { acceptOffer, sendOffer, writeOffer } from '#api/testing/offers.ts'
import { expectRefused, expectResponse, succeed } from '#api/testing/responses.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { Offer } from '#db/models/sales/offer.ts'
import { insertUser, OFFER_CONTENT } from '#db/testing/builders.ts'

sellIn(FOUR_CURRENCIES)
const shop = openTestApp({ hasProcessRole: true })
checkBooksAfterEach(shop)
afterEach(() => shop.setFaults({ refusedCurrencies: [] }))

let admin: SignedIn
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
})

const write = (fields: object = {}) => writeOffer(admin.browser, fields)

test('a draft is deleted, and the audit log says so; one that was sent once is not', async () => {
  const [draft, sent] = [await write(), await write()]
  await sendOffer(admin.browser, sent)
  await admin.browser.put(`/api/admin/offers/${sent.id}`, OFFER_CONTENT)
  expect((await admin.browser.call('DELETE', `/api/admin/offers/${draft.id}`)).statusCode).toBe(204)
  expectRefused(await admin.browser.call('DELETE', `/api/admin/offers/${sent.id}`), 'offer_was_sent')
  expect(await Offer.query(shop.db)).toMatchObject([{ id: sent.id, state: 'draft', version: 2 }])
  const log = await admin.browser.get('/api/admin/audit-log?subject=offer&action=removed')
  expect(log.json()).toMatchObject([{ subjectLabel: `OF-${draft.id}` }])
})

test('a draft is sent as its sender has seen it, or not at all', async () => {
  const seen = await write()
  const lines = [{ text: 'All of it', amount: '500.00' }]
  const changed = await admin.browser.put(`/api/admin/offers/${seen.id}`, { ...OFFER_CONTENT, lines })
  const send = ({ version, sha256 }: WireOffer) =>
    admin.browser.post(`/api/admin/offers/${seen.id}/send`, { byMail: true, version, sha256 })
  expectRefused(await send(seen), 'changed_meanwhile')
  expectResponse(await send(changed.json()), 200)
})

test('the page of its order names it, for the customer and for admins', async () => {
  const user = await insertUser(shop.db, { email: OFFER_CONTENT.email })
  const offer = await write()
  const [visitor, token] = [new Visitor(shop), await sendOffer(admin.browser, offer)]
  await acceptOffer(visitor, token)
  await payOrder(shop, visitor, await succeed(payByLink(visitor, token)))
  const { id } = await Order.query(shop.db).findOne({ offerId: offer.id }).throwIfNotFound()
  const own = await (await openSession(shop, user.id)).get(`/api/orders/${id}`)
  for (const response of [own, await admin.browser.get(`/api/admin/orders/${id}`)])
    expect(response.json()).toMatchObject({ offerNumber: `OF-${offer.id}` })
})

test('one in a currency that the provider does not take says so, tells the owner, and can be paid later', async () => {
  await insertUser(shop.db, { email: OFFER_CONTENT.email })
  const visitor = new Visitor(shop)
  const token = await sendOffer(admin.browser, await write({ currency: 'INR' }))
  await acceptOffer(visitor, token)
  await shop.setFaults({ refusedCurrencies: ['INR'] })
  const refused = await payByLink(visitor, token)
  expectRefused(refused, 'currency_unavailable')
  expect(refused.json()).not.toHaveProperty('finalAmount')
  expect(await Notification.query(shop.db).where({ kind: 'currency_refused' })).toHaveLength(1)
  expect(await Order.query(shop.db)).toMatchObject([{ providerOrderId: null, status: 'pending' }])
  await shop.setFaults({ refusedCurrencies: [] })
  expectResponse(await payByLink(visitor, token), 200, { currency: 'INR' })
})
