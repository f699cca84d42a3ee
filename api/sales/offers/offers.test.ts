import { beforeEach, describe, expect, test } from 'vitest'
import type { InvoiceResponse } from '#api/contract/money/invoices.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { OpenedOffer, SentOffer, Offer as WireOffer } from '#api/contract/sales/offers.ts'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { reconcileUnpaidOrders } from '#api/money/provider-events/reconcile.ts'
import { sendRefund } from '#api/money/refunds/jobs.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { payOrder } from '#api/testing/buyer.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Message } from '#db/models/orders/message.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { Offer, OfferAcceptance } from '#db/models/sales/offer.ts'
import { GRACE_HOLM, insertUser, OFFER_CONTENT } from '#db/testing/builders.ts'
import { runOfferClock } from './jobs.ts'

const shop = openTestApp({ hasProcessRole: true })
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

let admin: SignedIn
let visitor: Visitor
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  visitor = new Visitor(shop)
})

const { email: _, taxId: __, ...person } = GRACE_HOLM
const DETAILS = { ...person, password: 'a-fine-secret' }

async function write(fields: Record<string, unknown> = {}): Promise<WireOffer> {
  const response = await admin.browser.post('/api/admin/offers', { ...OFFER_CONTENT, ...fields })
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

async function send({ id, version }: WireOffer, byMail = false): Promise<string> {
  const response = await admin.browser.post(`/api/admin/offers/${id}/send`, { byMail, version })
  expect(response.statusCode, response.body).toBe(200)
  const { link } = response.json<SentOffer>()
  expect(new URL(link).pathname).toBe('/offer')
  return new URL(link).hash.slice(1)
}

const writeAndSend = async (fields: Record<string, unknown> = {}) => send(await write(fields))
const act = (token: string, what: string, fields: Record<string, unknown> = {}, browser = visitor) =>
  browser.post(`/api/offers/${what}`, { token, ...fields })
async function open(token: string): Promise<OpenedOffer> {
  const response = await act(token, 'open')
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
async function accept(token: string, browser = visitor) {
  const { sha256 } = await open(token)
  return act(token, 'accept', { name: 'Grace Holm', sha256, acceptsPolicies: true }, browser)
}
/** Sends the form of the page, whose password is that of the account. */
function pay(token: string, form?: Partial<typeof DETAILS>, extra: object = {}) {
  const { password: newPassword, ...details } = form ?? {}
  return visitor.post('/api/payment-links/pay', { token, newPassword, details: form && details, ...extra })
}
const needsOf = async (token: string) =>
  (await visitor.post('/api/payment-links/open', { token })).json<LinkedPayment>().needs
async function openPayment(
  token: string,
  details: Partial<typeof DETAILS> | undefined = DETAILS,
): Promise<CreateOrderResponse> {
  const response = await pay(token, details)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const TRANSFER = {
  reference: 'utr 2611 0001',
  receivedOn: '2026-11-20',
  proof: 'Statement of November, line 7',
  received: '499.50',
  withheld: '0',
}
/** @param what the order, or an instalment of it */
const transfer = (what: number | string, fields: Partial<typeof TRANSFER> = {}) =>
  admin.browser.post(`/api/admin/orders/${what}/transfer`, { ...TRANSFER, ...fields })
const codeOf = (response: { json: () => unknown }) => (response.json() as { code: string }).code
const runClock = () => runOfferClock(shop, (error) => expect.fail(String(error)))
const ages = (token: string, interval: string) =>
  shop.db.raw(
    `UPDATE orders SET created_at = now() - ?::interval WHERE offer_id IN (SELECT offer_id FROM offer_links
    WHERE token_hash = sha256(?::bytea))`,
    [interval, token],
  )

describe('an offer', () => {
  test('is a draft, sent, viewed and accepted, and becomes an order that copies it', async () => {
    const draft = await write()
    expect(draft).toMatchObject({ state: 'draft', version: 1, total: '499.50' })
    const token = await send(draft)
    const opened = await open(token)
    expect(opened).toMatchObject({ state: 'viewed', number: `OF-${draft.id}`, total: '499.50', order: null })
    expect((await accept(token)).json()).toMatchObject({
      state: 'accepted',
      acceptedBy: 'Grace Holm',
      order: { isPaid: false, isOpen: true },
    })
    expect(await needsOf(token)).toBe('account')
    const order = await Order.query(shop.db).findOne({ offerId: draft.id }).throwIfNotFound()
    expect(order).toMatchObject({
      packageName: 'Extra pages',
      amountCents: 49_950,
      currency: 'USD',
      deliveryDays: 5,
      includedChanges: 2,
      providerOrderId: null,
      paymentStatus: 'unpaid',
      userId: null,
    })
    expect(order.acceptedPolicies).toMatchObject([{ policy: expect.any(String) }, {}])
    const acceptance = await OfferAcceptance.query(shop.db).findById(draft.id).throwIfNotFound()
    expect(acceptance).toMatchObject({ version: 1, sha256: opened.sha256, name: 'Grace Holm' })
    expect(acceptance.acceptedPolicies).toHaveLength(2)
    expect(await OrderEvent.query(shop.db).where({ orderId: order.id })).toMatchObject([
      { note: `From offer OF-${draft.id}, version 1, accepted by somebody with the link` },
    ])
    const custom = await Package.query(shop.db).findById(order.packageId)
    expect(custom).toMatchObject({ name: 'Custom work', isActive: false, isCustom: true })
    const packages = await admin.browser.get('/api/admin/packages')
    expect(packages.body).not.toContain('Custom work')
    const audit = await admin.browser.get('/api/admin/audit-log?subject=offer')
    expect(audit.json<unknown[]>()).toHaveLength(2)
    expect(audit.body).not.toContain('Grace')
  })

  test('is paid by somebody new, who gets an account and answers what it asks', async () => {
    const token = await writeAndSend()
    await act(token, 'question', { text: 'Is hosting in it?' })
    await accept(token)
    expect((await pay(token)).statusCode).toBe(400)
    const order = await openPayment(token)
    expect(order).toMatchObject({ amount: 49_950, currency: 'USD' })
    const paid = await payOrder(shop, visitor, order)
    expect(paid.json()).toMatchObject({ success: true, sessionId: expect.any(String) })
    await shop.finishJobs()
    await runClock()
    await runClock()
    const user = await User.query(shop.db).findOne({ email: 'grace@example.com' }).throwIfNotFound()
    expect(user).toMatchObject({ country: 'DK', emailVerifiedAt: null })
    const browser = await openSession(shop, user.id)
    const [own] = (await browser.get('/api/orders')).json()
    expect(own).toMatchObject({ packageName: 'Extra pages', questions: { asked: 1, requiredOpen: 1 } })
    expect(await Message.query(shop.db)).toEqual([])
    expect(await OrderEvent.query(shop.db).findOne({ kind: 'note' })).toMatchObject({
      note: 'Somebody with the offer’s link asked: Is hosting in it?',
      actorId: null,
    })
    const questions = `/api/packages/${own.packageId}/questions`
    expect((await browser.get(questions)).json()).toEqual([])
    const asked = (await browser.get(`${questions}?orderId=${own.id}`)).json()
    expect(asked).toMatchObject([{ question: 'Which pages?', required: true }])
    const answers = { answers: { [asked[0].id]: 'Team and prices' } }
    expect((await browser.post(`/api/orders/${own.id}/answers`, answers)).statusCode).toBe(200)
    expect((await open(token)).order).toMatchObject({ isPaid: true })
    expect(codeOf(await pay(token, DETAILS))).toBe('order_paid')
  })

  test('of another customer has questions that nobody else sees', async () => {
    const mine = await insertUser(shop.db, { email: 'mine@example.com' })
    const tokens = [
      await writeAndSend({ email: mine.email }),
      await writeAndSend({ questions: [{ question: 'A secret?', required: true }] }),
    ]
    for (const token of tokens) {
      await accept(token)
      await payOrder(shop, visitor, await openPayment(token))
    }
    const other = await Order.query(shop.db).whereNot({ userId: mine.id }).first().throwIfNotFound()
    const browser = await openSession(shop, mine.id)
    const path = `/api/packages/${other.packageId}/questions`
    expect((await browser.get(`${path}?orderId=${other.id}`)).json()).toEqual([])
    expect((await browser.get('/api/orders')).json()).toMatchObject([{ questions: { asked: 1 } }])
  })

  test('to a proved address is an order of its account, which needs no form', async () => {
    const user = await insertUser(shop.db, { email: 'clara@example.com' })
    const token = await writeAndSend({ email: 'Clara@example.com' })
    await accept(token)
    expect(await needsOf(token)).toBe('nothing')
    expect((await payOrder(shop, visitor, await openPayment(token, undefined))).json()).toEqual({
      success: true,
      orderId: expect.any(Number),
    })
    expect(await Order.query(shop.db).first()).toMatchObject({ userId: user.id, paymentStatus: 'paid' })
  })

  test('of an account whose state nobody understands asks for the details again', async () => {
    const profile = { country: 'IN', state: 'Mumbai', zipCode: '400021' }
    await insertUser(shop.db, { email: 'clara@example.com', ...profile })
    const token = await writeAndSend({ email: 'clara@example.com' })
    await accept(token)
    expect(await needsOf(token)).toBe('details')
    const { password: _, ...details } = DETAILS
    const refused = await pay(token, { ...details, ...profile })
    expect([refused.statusCode, refused.json().issues]).toEqual([
      400,
      [{ path: 'details.state', message: 'This is not a state of India. Did you mean Maharashtra?' }],
    ])
    await payOrder(shop, visitor, await openPayment(token, { ...details, ...profile, state: 'MH' }))
    expect(await Order.query(shop.db).first()).toMatchObject({
      paymentStatus: 'paid',
      buyer: { country: 'IN', state: 'MH' },
    })
  })

  test('is not an order of an account that a stranger may have made with the address', async () => {
    const stranger = await insertUser(shop.db, { email: 'grace@example.com', emailVerifiedAt: null })
    const token = await writeAndSend()
    await accept(token)
    await payOrder(shop, visitor, await openPayment(token))
    expect(await Order.query(shop.db).first()).toMatchObject({ userId: null, paymentStatus: 'paid' })
    expect((await (await openSession(shop, stranger.id)).get('/api/orders')).json()).toEqual([])
  })

  test('has its price from the offer alone, whatever the client sends', async () => {
    const token = await writeAndSend()
    const { sha256 } = await open(token)
    const extra = { amount: '1.00', total: '1.00', lines: [], finalAmount: 1, currency: 'JPY' }
    await act(token, 'accept', { name: 'Grace', sha256, acceptsPolicies: true, ...extra })
    const response = await pay(token, DETAILS, extra)
    expect(response.json()).toMatchObject({ amount: 49_950, currency: 'USD' })
  })
})

describe('what cannot be accepted', () => {
  test('an earlier version: its link says so, and the new one opens the new one', async () => {
    const first = await write()
    const old = await send(first)
    const { sha256 } = await open(old)
    const changed = await admin.browser.put(`/api/admin/offers/${first.id}`, {
      ...OFFER_CONTENT,
      lines: [{ text: 'All of it', amount: '900' }],
    })
    expect(changed.json()).toMatchObject({ state: 'draft', version: 2, total: '900.00' })
    for (const what of ['open', 'accept', 'decline', 'question']) {
      const fields = { name: 'Grace', sha256, acceptsPolicies: true, reason: '', text: 'When?' }
      expect(codeOf(await act(old, what, fields)), what).toBe('offer_replaced')
    }
    expect(codeOf(await pay(old))).toBe('offer_replaced')
    const token = await send(changed.json())
    expect(token).not.toBe(old)
    expect(codeOf(await act(token, 'accept', { name: 'G', sha256, acceptsPolicies: true }))).toBe(
      'offer_changed',
    )
    expect((await accept(token)).json()).toMatchObject({ state: 'accepted', version: 2, total: '900.00' })
    expect(await Order.query(shop.db)).toMatchObject([{ amountCents: 90_000 }])
    await expect(shop.db('offer_versions').update({ sha256: '0'.repeat(64) })).rejects.toThrow(
      'never changed',
    )
    await expect(shop.db('offer_versions').delete()).rejects.toThrow()
  })

  test('one that is over, before the clock has said so and after', async () => {
    const token = await writeAndSend()
    const { sha256 } = await open(token)
    await Offer.query(shop.db).patch({ validUntil: new Date(Date.now() - 1000) })
    const tryIt = () => act(token, 'accept', { name: 'Grace', sha256, acceptsPolicies: true })
    expect(codeOf(await tryIt())).toBe('offer_ended')
    expect((await open(token)).state).toBe('expired')
    const { id } = await Offer.query(shop.db).first().throwIfNotFound()
    const at = `/api/admin/offers/${id}`
    const expectOver = async () => {
      expect(codeOf(await tryIt())).toBe('offer_ended')
      expect(codeOf(await admin.browser.put(at, OFFER_CONTENT))).toBe('offer_ended')
      expect(codeOf(await admin.browser.post(`${at}/withdraw`))).toBe('offer_ended')
    }
    await expectOver()
    await runClock()
    expect(await Offer.query(shop.db).first()).toMatchObject({ state: 'expired' })
    await expectOver()
    expect(await Order.query(shop.db)).toEqual([])
  })

  test('one that is withdrawn or declined; neither can be changed or sent', async () => {
    const gone = await write()
    const declined = await write()
    const [withdrawnToken, declinedToken] = [await send(gone), await send(declined)]
    await admin.browser.post(`/api/admin/offers/${gone.id}/withdraw`)
    expect((await act(declinedToken, 'decline', { reason: 'Too dear' })).json().state).toBe('declined')
    for (const token of [withdrawnToken, declinedToken])
      expect(codeOf(await accept(token))).toBe('offer_ended')
    for (const { id } of [gone, declined]) {
      expect(codeOf(await admin.browser.put(`/api/admin/offers/${id}`, OFFER_CONTENT))).toBe('offer_ended')
      const sending = { byMail: false, version: 1 }
      expect(codeOf(await admin.browser.post(`/api/admin/offers/${id}/send`, sending))).toBe('offer_ended')
    }
  })

  test('without the policies, and by a link that is none, of another offer’s id or a draft’s', async () => {
    const { id } = await write()
    const token = await writeAndSend()
    const { sha256 } = await open(token)
    expect((await act(token, 'accept', { name: 'Grace', sha256 })).statusCode).toBe(400)
    for (const wrong of [String(id), `${id}:1`, `${token.slice(0, -2)}xx`]) {
      const response = await act(wrong, 'open')
      expect([response.statusCode, codeOf(response)]).toEqual([404, 'offer_link_invalid'])
    }
    expect((await shop.db('offer_links')).map(({ tokenHash }) => String(tokenHash))).not.toContain(token)
  })
})

describe('one acceptance is one order', () => {
  test('however often it is clicked, and in however many browsers', async () => {
    const token = await writeAndSend()
    const { sha256 } = await open(token)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        act(
          token,
          'accept',
          { name: `Grace ${index}`, sha256, acceptsPolicies: true },
          index % 2 ? visitor : new Visitor(shop),
        ),
      ),
    )
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(responses.map((response) => response.json<OpenedOffer>().acceptedBy)).size).toBe(1)
    expect(await Order.query(shop.db)).toHaveLength(1)
    expect(await OfferAcceptance.query(shop.db)).toHaveLength(1)
    expect(await Package.query(shop.db).where({ isCustom: true })).toHaveLength(1)
  })

  test('and different offers that are accepted at once share the hidden package', async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => writeAndSend()))
    const responses = await Promise.all(tokens.map((token) => accept(token)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
    expect(new Set((await Order.query(shop.db)).map(({ packageId }) => packageId)).size).toBe(1)
  })

  test('whose payment many pages of a browser open at once has one order at the provider', async () => {
    await insertUser(shop.db, { email: 'grace@example.com', country: '' })
    const token = await writeAndSend()
    await accept(token)
    // Refused without details, but sets the browser's cookie.
    expect((await pay(token)).statusCode).toBe(400)
    const orders = await Promise.all(Array.from({ length: 10 }, () => openPayment(token)))
    expect(new Set(orders.map(({ razorpayOrderId }) => razorpayOrderId)).size).toBe(1)
  })

  test('and the database refuses a second order all the same', async () => {
    const token = await writeAndSend()
    await accept(token)
    const {
      id: __,
      invoiceNumber: ___,
      receipt: ____,
      ...order
    } = await Order.query(shop.db).first().throwIfNotFound()
    await expect(Order.query(shop.db).insert(order)).rejects.toThrow('orders_offer_id_key')
  })
})

describe('an order of an offer', () => {
  test('that is not paid is left by the reconciliation, and lapses after seven days', async () => {
    const token = await writeAndSend()
    await accept(token)
    await openPayment(token)
    await ages(token, '6 days 23 hours')
    await reconcileUnpaidOrders(shop, () => {})
    await runClock()
    expect((await open(token)).order).toMatchObject({ isOpen: true })
    await ages(token, '7 days 1 hour')
    await runClock()
    expect(await open(token)).toMatchObject({ state: 'expired', order: { isOpen: false } })
    expect(await Order.query(shop.db).first()).toMatchObject({ status: 'cancelled' })
    expect(codeOf(await pay(token, DETAILS))).toBe('order_given_up')
  })

  test('that was paid at the last moment, which nobody reported, is found after it has lapsed', async () => {
    const token = await writeAndSend()
    await accept(token)
    const { razorpayOrderId } = await openPayment(token)
    await reconcileUnpaidOrders(shop, () => {})
    await shop.pay(razorpayOrderId ?? '')
    await ages(token, '7 days 1 hour')
    await runClock()
    await Order.query(shop.db).patch({ providerAskedAt: new Date(Date.now() - 3 * 24 * 3_600_000) })
    expect(await reconcileUnpaidOrders(shop, expect.fail)).toMatchObject({ settled: 1 })
    expect(await Order.query(shop.db).first()).toMatchObject({ paymentStatus: 'paid' })
  })

  test('that the provider knows to be paid is settled when its payment is opened again', async () => {
    const token = await writeAndSend()
    await accept(token)
    const order = await openPayment(token)
    await shop.pay(order.razorpayOrderId ?? '')
    expect(codeOf(await pay(token))).toBe('order_paid')
    expect(await Order.query(shop.db).first()).toMatchObject({ paymentStatus: 'paid' })
  })

  test('can be paid although the same customer has paid another since', async () => {
    await insertUser(shop.db, { email: 'grace@example.com' })
    const [first, second] = [await writeAndSend(), await writeAndSend()]
    await accept(first)
    await accept(second)
    await openPayment(first, undefined)
    await payOrder(shop, visitor, await openPayment(second, undefined))
    await payOrder(shop, visitor, await openPayment(first, undefined))
    expect(await Order.query(shop.db)).toMatchObject([{ paymentStatus: 'paid' }, { paymentStatus: 'paid' }])
  })
})

describe('an order of an offer that is paid by bank transfer', () => {
  async function acceptWithDetails() {
    const token = await writeAndSend({ bankDetails: 'IBAN DK50 0040 0440 1162 43' })
    await accept(token)
    const { id } = await Order.query(shop.db).orderBy('id', 'desc').first().throwIfNotFound()
    return { token, id }
  }
  const read = (id: number) => Order.query(shop.db).findById(id).throwIfNotFound()

  test('is settled once without the provider, invoiced, and left by the clock', async () => {
    const { token, id } = await acceptWithDetails()
    await shop.setFaults({ failRate: 1, dropWebhooks: true })
    expect((await transfer(id, { received: '499.00' })).statusCode).toBe(400)
    expect((await transfer(id, { receivedOn: '2099-01-01' })).statusCode).toBe(400)
    const recorded = await transfer(id, { received: '449.55', withheld: '49.95' })
    expect(recorded.statusCode, recorded.body).toBe(200)
    expect(await Payment.query(shop.db).where({ orderId: id })).toMatchObject([
      {
        provider: 'bank',
        providerPaymentId: 'UTR26110001',
        amountCents: 49_950,
        withheldCents: 4_995,
        instalmentPosition: null,
        fulfilsOrder: true,
        recordedBy: admin.user.id,
      },
    ])
    expect(codeOf(await transfer(id, { reference: 'Another' }))).toBe('order_not_open')

    await ages(token, '8 days')
    await reconcileUnpaidOrders(shop, expect.fail)
    await runClock()
    await shop.finishJobs()
    expect(await open(token)).toMatchObject({ state: 'accepted', order: { isPaid: true } })
    const order = await read(id)
    expect(order).toMatchObject({ paymentStatus: 'paid', status: 'pending', userId: expect.any(Number) })
    const customer = await openSession(shop, order.userId ?? 0)
    const { document } = (await customer.get(`/api/orders/${id}/invoice`)).json<InvoiceResponse>()
    expect(document).toMatchObject({ paymentMethod: 'Bank transfer', paymentId: 'UTR26110001' })
    const notes = await OrderEvent.query(shop.db).where({ orderId: id, kind: 'note', actorKind: 'admin' })
    expect(notes.map(({ note }) => note)).toEqual([
      'Bank transfer UTR26110001 of $449.55 received on 2026-11-20, $49.95 withheld as tax. Statement of November, line 7',
    ])
    const log = await admin.browser.get('/api/admin/audit-log?subject=order')
    const paid = { field: 'paymentStatus', from: 'unpaid', to: 'paid' }
    expect(log.json()).toMatchObject([{ subjectId: id, changes: expect.arrayContaining([paid]) }])
  })

  test('is not paid by the transfer of another, nor once it has lapsed, until it is taken up again', async () => {
    const [first, second] = [await acceptWithDetails(), await acceptWithDetails()]
    await transfer(first.id)
    expect(codeOf(await transfer(second.id))).toBe('reference_used')
    await ages(second.token, '7 days 1 hour')
    await runClock()
    const another = () => transfer(second.id, { reference: 'UTR26110002' })
    expect(codeOf(await another())).toBe('order_cancelled')
    await admin.browser.patch(`/api/admin/orders/${second.id}/status`, { status: 'pending' })
    await runClock()
    expect((await another()).statusCode).toBe(200)
    expect(await read(second.id)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
  })

  test('is refunded by a transfer, for which no provider is asked', async () => {
    const { id } = await acceptWithDetails()
    await transfer(id)
    await shop.setFaults({ failRate: 1, dropWebhooks: true })
    const asked = await admin.browser.post(`/api/admin/orders/${id}/refunds`, { reason: 'Asked for' })
    expect(asked.statusCode, asked.body).toBe(201)
    const { id: refundId } = asked.json()
    await sendRefund(shop, refundId)
    expect(await Refund.query(shop.db).findById(refundId)).toMatchObject({
      status: 'failed',
      lastError: 'It was paid by bank transfer: refund it by bank transfer and record that',
    })
    const reference = { reference: 'UTR26120009' }
    const sent = await admin.browser.post(`/api/admin/refunds/${refundId}/transfers`, reference)
    expect([sent.statusCode, (await read(id)).paymentStatus]).toEqual([201, 'refunded'])
  })

  test('is paid by card meanwhile, which goes back', async () => {
    const { token, id } = await acceptWithDetails()
    const order = await openPayment(token)
    await transfer(id)
    await payOrder(shop, visitor, order)
    await shop.finishJobs()
    expect(await Payment.query(shop.db).where({ orderId: id }).orderBy('id')).toMatchObject([
      { provider: 'bank', fulfilsOrder: true },
      { flag: 'second_capture', fulfilsOrder: false, status: 'refunded' },
    ])
  })
})

test('a mail has the same link; one that was changed meanwhile is not sent', async () => {
  const offer = await write()
  const token = await send(offer, true)
  await shop.finishJobs()
  expect(await shop.db('outbox').where({ kind: 'offer_sent' })).toMatchObject([{ state: 'sent' }])
  expect(await shop.db('offer_links')).toHaveLength(1)
  await open(token)
  await send(offer, true)
  await admin.browser.put(`/api/admin/offers/${offer.id}`, OFFER_CONTENT)
  await shop.finishJobs()
  expect(await shop.db('outbox').where({ kind: 'offer_sent' }).orderBy('id')).toMatchObject([
    { state: 'sent' },
    { state: 'skipped' },
  ])
})

test('the team gets a mail for each answer, and reads what is asked', async () => {
  const token = await writeAndSend()
  await act(token, 'question', { text: 'Is hosting in it?' })
  await accept(token)
  await shop.finishJobs()
  expect(await shop.db('outbox').where({ kind: 'offer_answered' }).orderBy('id')).toMatchObject([
    { state: 'sent', toEmail: 'ada@shop.example', payload: { event: 'question' } },
    { state: 'sent', payload: { event: 'accepted' } },
  ])
  const [listed] = (await admin.browser.get('/api/admin/offers?q=grace')).json()
  expect(listed).toMatchObject({ state: 'accepted', asked: [{ text: 'Is hosting in it?' }] })
})

test.each([
  ['an amount of too many decimals', { currency: 'USD', lines: [{ text: 'Work', amount: '1.234' }] }],
  ['less than the least charge', { lines: [{ text: 'Work', amount: '0.50' }] }],
  ['a currency that the shop does not sell in', { currency: 'XXX' }],
  ['a day that is over', { validUntil: '2020-01-01T00:00:00Z' }],
  ['no line', { lines: [] }],
  ['an order that is none', { fromOrderId: 999_999 }],
])('an offer with %s is refused', async (_, fields) => {
  const response = await admin.browser.post('/api/admin/offers', { ...OFFER_CONTENT, ...fields })
  expect(response.statusCode).toBe(400)
})

test('an erasure empties the offers to its customer, and withdraws what was open', async () => {
  const user = await insertUser(shop.db, { email: 'grace@example.com' })
  const stranger = await insertUser(shop.db, { email: 'ole@example.com', emailVerifiedAt: null })
  const [paid, opened, others] = [
    await writeAndSend(),
    await writeAndSend(),
    await writeAndSend({ firstName: 'Ole', lastName: 'Lund', email: stranger.email, questions: [] }),
  ]
  await accept(paid)
  await payOrder(shop, visitor, await openPayment(paid, undefined))
  const data = (await (await openSession(shop, user.id)).get('/api/user/data')).json()
  expect(data.offers).toMatchObject([
    { state: 'accepted', acceptedBy: 'Grace Holm', content: { title: 'Extra pages' } },
    { state: 'sent' },
  ])
  await Order.query(shop.db).patch({ status: 'completed' })
  for (const { id } of [user, stranger]) {
    const erased = await admin.browser.post(`/api/admin/users/${id}/erasure`)
    expect([200, 204]).toContain(erased.statusCode)
  }
  const rows = JSON.stringify([
    await shop.db('offers'),
    await shop.db('offer_versions'),
    await shop.db('offer_acceptances'),
    await shop.db('package_questions'),
    await shop.db('orders'),
  ])
  expect(rows).not.toMatch(/grace|Holm|Which pages/i)
  for (const token of [paid, opened]) expect(codeOf(await act(token, 'open'))).toBe('offer_link_invalid')
  // Nobody has proved this address to be theirs.
  expect((await open(others)).title).toBe('Extra pages')
})

describe('an offer in instalments', () => {
  const paymentPlan = [
    { label: 'To begin', share: 50, due: 'purchase' },
    { label: 'At completion', share: 50, due: 'accepted' },
  ]

  async function acceptAs(fields: object) {
    const token = await writeAndSend({ paymentPlan })
    const opened = await open(token)
    expect(opened.paymentPlan).toEqual(paymentPlan)
    const body = { name: 'Grace Holm', sha256: opened.sha256, acceptsPolicies: true, ...fields }
    const accepted = (await act(token, 'accept', body)).json<OpenedOffer>()
    return { token, accepted, order: await openPayment(token) }
  }

  test('that is accepted makes order and instalments at once, and its first instalment is what is paid', async () => {
    const { token, accepted, order } = await acceptAs({ inInstalments: true })
    expect(accepted.order).toMatchObject({ dueNow: '249.75', isOpen: true })
    expect(order).toMatchObject({ amount: 24_975, later: [{ amount: 24_975, due: 'accepted' }] })
    const [first] = await OrderInstalment.query(shop.db).orderBy('position')
    expect(first).toMatchObject({ state: 'due', providerOrderId: order.razorpayOrderId })
    expect((await payOrder(shop, visitor, order)).statusCode).toBe(200)
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ paymentStatus: 'instalment_paid' })
    expect((await act(token, 'open')).json()).toMatchObject({ order: { isPaid: true, isOpen: false } })
  })

  test('begins with a bank transfer of its first instalment, unless it is cancelled', async () => {
    const { order } = await acceptAs({ inInstalments: true })
    const first = () => transfer(`${order.id}/instalments/1`, { received: '249.75' })
    const status = `/api/admin/orders/${order.id}/status`
    expect(codeOf(await transfer(order.id))).toBe('order_in_instalments')
    await admin.browser.patch(status, { status: 'cancelled' })
    expect(codeOf(await first())).toBe('order_cancelled')
    await admin.browser.patch(status, { status: 'pending' })
    expect((await first()).statusCode).toBe(200)
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ paymentStatus: 'instalment_paid' })
  })

  test('that is accepted for everything at once, or on an older page, is paid as a whole', async () => {
    const { accepted, order } = await acceptAs({})
    expect(accepted.order).not.toHaveProperty('dueNow')
    expect(order.amount).toBe(49_950)
    expect(await OrderInstalment.query(shop.db).resultSize()).toBe(0)
  })

  test('with an instalment that would be too small is refused at its plan', async () => {
    const lines = [{ text: 'A small thing', amount: '1.50' }]
    const refused = await admin.browser.post('/api/admin/offers', { ...OFFER_CONTENT, paymentPlan, lines })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      issues: [{ path: 'paymentPlan', message: 'Each instalment must be at least $1.00' }],
    })
  })
})
