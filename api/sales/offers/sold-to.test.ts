/** A currency's price stays limited to its countries (docs/product/shop.md, Money). */
import { beforeEach, expect, test } from 'vitest'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { payByLink } from '#api/testing/buyer.ts'
import { acceptOffer, sendOffer, writeOffer } from '#api/testing/offers.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { GRACE_HOLM, insertPaidOrder, insertUser } from '#db/testing/builders.ts'

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
  for (const country of ['US', 'DE'])
    expectResponse(await change({ ...INDIA, country }), 400, { issues: [{ path: 'country' }] })
  expect(await shop.db('invoices')).toEqual([])
  expectResponse(await change({ ...INDIA, city: 'Mysuru' }), 200)
})

test('an offer in rupees takes the details of a buyer in India alone', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  const token = await sendOffer(admin, await writeOffer(admin, { currency: 'INR' }))
  const visitor = new Visitor(shop)
  await acceptOffer(visitor, token)
  const details = { ...INDIA, phone: '+91 98765 43210' }
  const pay = (fields: object) =>
    payByLink(visitor, token, { newPassword: 'a-fine-secret', details: { ...details, ...fields } })
  expectResponse(await pay({ country: 'US' }), 400, { issues: [{ path: 'details.country' }] })
  expectResponse(await pay({}), 200, { currency: 'INR' })
})
