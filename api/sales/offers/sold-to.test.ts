/** A currency's price stays limited to its countries (docs/product/shop.md, Money). */
import { beforeEach, expect, test } from 'vitest'
import type { OpenedOffer, SentOffer } from '#api/contract/sales/offers.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { GRACE_HOLM, insertPaidOrder, insertUser, OFFER_CONTENT } from '#db/testing/builders.ts'

const shop = openTestApp()
beforeEach(() => shop.setFaults({ dropWebhooks: true }))
sellIn(FOUR_CURRENCIES)

const { email: _, taxId: __, phone: ___, ...ADDRESS } = GRACE_HOLM
const INDIA = { ...ADDRESS, country: 'IN', state: 'Karnataka', zipCode: '560001' }

test('an order in rupees gets no billing address abroad, and so no invoice without its tax', async () => {
  const { id: userId } = await insertUser(shop.db, { country: 'IN', state: 'Karnataka' })
  const order = await insertPaidOrder(shop.db, { userId, currency: 'INR' })
  const buyer = { ...order.buyer, country: 'IN', state: 'Karnataka' }
  await Order.query(shop.db).findById(order.id).patch({ buyer })
  const owner = await openSession(shop, userId)
  const change = (body: object) => owner.put(`/api/orders/${order.id}/billing-details`, body)
  for (const country of ['US', 'DE']) {
    const refused = await change({ ...INDIA, country })
    expect(refused.json(), refused.body).toMatchObject({ issues: [{ path: 'country' }] })
  }
  expect(await shop.db('invoices')).toEqual([])
  expect((await change({ ...INDIA, city: 'Mysuru' })).statusCode).toBe(200)
})

test('an offer in rupees takes the details of a buyer in India alone', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  const content = { ...OFFER_CONTENT, currency: 'INR', email: 'grace@example.com' }
  const { id, version } = (await admin.post('/api/admin/offers', content)).json()
  const sent = await admin.post(`/api/admin/offers/${id}/send`, { byMail: false, version })
  const token = new URL(sent.json<SentOffer>().link).hash.slice(1)
  const visitor = new Visitor(shop)
  const act = (what: string, fields: object = {}) => visitor.post(`/api/offers/${what}`, { token, ...fields })
  const { sha256 } = (await act('open')).json<OpenedOffer>()
  await act('accept', { name: 'Grace Holm', sha256, acceptsPolicies: true })
  const details = { ...INDIA, phone: '+91 98765 43210' }
  const pay = (fields: object) =>
    visitor.post('/api/payment-links/pay', { token, newPassword: 'a-fine-secret', details: fields })
  const refused = await pay({ ...details, country: 'US' })
  expect(refused.json(), refused.body).toMatchObject({ issues: [{ path: 'details.country' }] })
  const opened = await pay(details)
  expect(opened.json(), opened.body).toMatchObject({ currency: 'INR' })
})
