import { beforeEach, expect, test } from 'vitest'
import { Order } from '../../../db/models/order.ts'
import { OrderPart } from '../../../db/models/order-work/order-part.ts'
import { GRACE_HOLM, OFFER_CONTENT } from '../../../db/testing/builders.ts'
import type { CreateOrderResponse } from '../../contract/checkout.ts'
import type { OpenedOffer, SentOffer, Offer as WireOffer } from '../../contract/order-work/offers.ts'
import { type SignedIn, signInAsAdmin } from '../../testing/back-office.ts'
import { checkBooksAfterEach } from '../../testing/books.ts'
import { payOrder } from '../../testing/buyer.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

const shop = openTestApp({ hasProcessRole: true, providerTimeoutMs: 15_000 })
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

let admin: SignedIn
let visitor: Visitor
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  visitor = new Visitor(shop)
})

const paymentPlan = [
  { label: 'To begin', share: 50, due: 'purchase' },
  { label: 'At completion', share: 50, due: 'accepted' },
]
const { email: _, taxId: __, ...person } = GRACE_HOLM
const write = (fields: object = {}) =>
  admin.browser.post('/api/admin/offers', { ...OFFER_CONTENT, paymentPlan, ...fields })
const act = (token: string, what: string, fields: object = {}) =>
  visitor.post(`/api/offers/${what}`, { token, ...fields })

async function send(): Promise<{ token: string; opened: OpenedOffer }> {
  const { id, version } = (await write()).json<WireOffer>()
  const sent = await admin.browser.post(`/api/admin/offers/${id}/send`, { byMail: false, version })
  const token = new URL(sent.json<SentOffer>().link).hash.slice(1)
  return { token, opened: (await act(token, 'open')).json() }
}

async function accept(fields: object) {
  const { token, opened } = await send()
  expect(opened.paymentPlan).toEqual(paymentPlan)
  const body = { name: 'Grace Holm', sha256: opened.sha256, acceptsPolicies: true, ...fields }
  const accepted = (await act(token, 'accept', body)).json<OpenedOffer>()
  const paid = await act(token, 'pay', { details: { ...person, password: 'a-fine-secret' } })
  return { token, accepted, order: paid.json<CreateOrderResponse>() }
}

test('an accepted offer makes order and parts at once, and its first part is what is paid', async () => {
  const { token, accepted, order } = await accept({ inParts: true })
  expect(accepted.order).toMatchObject({ dueNow: '249.75', isOpen: true })
  expect(order).toMatchObject({ amount: 24_975, later: [{ amount: 24_975, due: 'accepted' }] })
  const [first] = await OrderPart.query(shop.db).orderBy('position')
  expect(first).toMatchObject({ state: 'due', providerOrderId: order.razorpayOrderId })
  expect((await payOrder(shop, visitor, order)).statusCode).toBe(200)
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ paymentStatus: 'part_paid' })
  expect((await act(token, 'open')).json()).toMatchObject({ order: { isPaid: true, isOpen: false } })
})

test('who accepts it for everything at once, or on an older page, pays all of it', async () => {
  const { accepted, order } = await accept({})
  expect(accepted.order).not.toHaveProperty('dueNow')
  expect(order.amount).toBe(49_950)
  expect(await OrderPart.query(shop.db).resultSize()).toBe(0)
})

test('a plan whose part would be too small is refused at its field', async () => {
  const refused = await write({ lines: [{ text: 'A small thing', amount: '1.50' }] })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({
    issues: [{ path: 'paymentPlan', message: 'Each part is at least $1.00' }],
  })
})
