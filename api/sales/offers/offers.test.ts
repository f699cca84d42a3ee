import { beforeEach, describe, expect, test } from 'vitest'
import type { InvoiceResponse } from '#api/contract/money/invoices.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { Offer as WireOffer } from '#api/contract/sales/offers.ts'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { reconcileUnpaidOrders } from '#api/money/provider-events/reconcile.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { bankTransfer, getOrder, IN_HALVES, openLink, payByLink, payOrder } from '#api/testing/buyer.ts'
import { acceptOffer, answerOffer, openOffer, sendOffer, writeOffer } from '#api/testing/offers.ts'
import { expectRefused, expectResponse, succeed } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Message } from '#db/models/orders/message.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { Offer, OfferAcceptance } from '#db/models/sales/offer.ts'
import { GRACE_HOLM, insertUser, OFFER_CONTENT } from '#db/testing/builders.ts'
import { runOfferClock } from './jobs.ts'

const shop = openTestApp({ hasProcessRole: true })
checkBooksAfterEach(shop)

let admin: SignedIn
let visitor: Visitor
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  admin = await signInAsAdmin(shop)
  visitor = new Visitor(shop)
})

const { email: _, taxId: __, ...person } = GRACE_HOLM
const DETAILS = { ...person, password: 'a-fine-secret' }

const write = (fields: object = {}) => writeOffer(admin.browser, fields)
const send = (offer: WireOffer, byMail = false) => sendOffer(admin.browser, offer, byMail)
const writeAndSend = async (fields: object = {}) => send(await write(fields))
const change = ({ id }: WireOffer, fields: object = {}) =>
  admin.browser.put(`/api/admin/offers/${id}`, { ...OFFER_CONTENT, ...fields })
const act = (token: string, what: string, fields: object = {}) => answerOffer(visitor, token, what, fields)
const open = (token: string) => openOffer(visitor, token)
const accept = (token: string, fields: object = {}) => acceptOffer(visitor, token, fields)
async function acceptNew(fields: object = {}): Promise<string> {
  const token = await writeAndSend(fields)
  await accept(token)
  return token
}
/** Sends the form of the page, whose password is that of the account. */
function pay(token: string, form?: Partial<typeof DETAILS>, extra: object = {}) {
  const { password: newPassword, ...details } = form ?? {}
  return payByLink(visitor, token, { newPassword, details: form && details, ...extra })
}
const needsOf = async (token: string) => (await openLink(visitor, token)).json<LinkedPayment>().needs
const openPayment = (token: string, details: Partial<typeof DETAILS> | undefined = DETAILS) =>
  succeed<CreateOrderResponse>(pay(token, details))
const payNew = async (token: string, details?: Partial<typeof DETAILS>) =>
  payOrder(shop, visitor, await openPayment(token, details))
const payOwn = async (token: string) => payOrder(shop, visitor, await succeed(pay(token)))
/** @param what the order, or an instalment of it */
const transfer = (what: number | string, { received = '499.50', ...fields }: Record<string, string> = {}) =>
  admin.browser.post(`/api/admin/orders/${what}/transfer`, bankTransfer(received, fields))
const setStatus = (id: number, status: string) =>
  admin.browser.patch(`/api/admin/orders/${id}/status`, { status })
const runClock = () => runOfferClock(shop, expect.fail)
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
    const accepted = { state: 'accepted', acceptedBy: 'Grace Holm', order: { isPaid: false, isOpen: true } }
    expect(await accept(token)).toMatchObject(accepted)
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
    expectResponse(await payOrder(shop, visitor, order), 200, { sessionId: expect.any(String) })
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
      note: 'Question about the offer: Is hosting in it?',
      actorId: null,
    })
    const questions = `/api/packages/${own.packageId}/questions`
    expect((await browser.get(questions)).json()).toEqual([])
    const asked = (await browser.get(`${questions}?orderId=${own.id}`)).json()
    expect(asked).toMatchObject([{ question: 'Which pages?', required: true }])
    const answers = { answers: { [asked[0].id]: 'Team and prices' } }
    expect((await browser.post(`/api/orders/${own.id}/answers`, answers)).statusCode).toBe(200)
    expect((await open(token)).order).toMatchObject({ isPaid: true })
    expectRefused(await pay(token, DETAILS), 'order_paid')
  })

  test('of another customer has questions that nobody else sees', async () => {
    const mine = await insertUser(shop.db, { email: 'mine@example.com' })
    const tokens = [
      await writeAndSend({ email: mine.email }),
      await writeAndSend({ questions: [{ question: 'A secret?', required: true }] }),
    ]
    for (const token of tokens) {
      await accept(token)
      await payNew(token)
    }
    const other = await Order.query(shop.db).whereNot({ userId: mine.id }).first().throwIfNotFound()
    const browser = await openSession(shop, mine.id)
    const path = `/api/packages/${other.packageId}/questions`
    expect((await browser.get(`${path}?orderId=${other.id}`)).json()).toEqual([])
    expect((await browser.get('/api/orders')).json()).toMatchObject([{ questions: { asked: 1 } }])
  })

  test('to a proved address is an order of its account, which needs no form', async () => {
    const user = await insertUser(shop.db, { email: 'clara@example.com' })
    const token = await acceptNew({ email: 'Clara@example.com' })
    expect(await needsOf(token)).toBe('nothing')
    expect((await payOwn(token)).json()).toEqual({ success: true, orderId: expect.any(Number) })
    expect(await Order.query(shop.db).first()).toMatchObject({ userId: user.id, paymentStatus: 'paid' })
  })

  test('of an account whose state nobody understands asks for the details again', async () => {
    const profile = { country: 'IN', state: 'Mumbai', zipCode: '400021' }
    await insertUser(shop.db, { email: 'clara@example.com', ...profile })
    const token = await acceptNew({ email: 'clara@example.com' })
    expect(await needsOf(token)).toBe('details')
    const { password: _, ...details } = DETAILS
    const message = 'This is not a state of India. Did you mean Maharashtra?'
    const issues = [{ path: 'details.state', message }]
    expectResponse(await pay(token, { ...details, ...profile }), 400, { issues })
    await payNew(token, { ...details, ...profile, state: 'MH' })
    expect(await Order.query(shop.db).first()).toMatchObject({
      paymentStatus: 'paid',
      buyer: { country: 'IN', state: 'MH' },
    })
  })

  test('has its price from the offer alone, whatever the client sends', async () => {
    const extra = { amount: '1.00', total: '1.00', lines: [], finalAmount: 1, currency: 'JPY' }
    const token = await writeAndSend()
    await accept(token, extra)
    expectResponse(await pay(token, DETAILS, extra), 200, { amount: 49_950, currency: 'USD' })
  })
})

describe('what cannot be accepted', () => {
  test('an earlier version: its link says so, and the new one opens the new one', async () => {
    const first = await write()
    const old = await send(first)
    const { sha256 } = await open(old)
    const changed = await succeed<WireOffer>(change(first, { lines: [{ text: 'All of it', amount: '900' }] }))
    expect(changed).toMatchObject({ state: 'draft', version: 2, total: '900.00' })
    const fields = { name: 'Grace', sha256, acceptsPolicies: true, reason: '', text: 'When?' }
    for (const what of ['open', 'accept', 'decline', 'question'])
      expectRefused(await act(old, what, fields), 'offer_replaced')
    expectRefused(await pay(old), 'offer_replaced')
    const token = await send(changed)
    expect(token).not.toBe(old)
    expectRefused(await act(token, 'accept', fields), 'offer_changed')
    expect(await accept(token)).toMatchObject({ state: 'accepted', version: 2, total: '900.00' })
    expect(await Order.query(shop.db)).toMatchObject([{ amountCents: 90_000 }])
    const versions = shop.db('offer_versions')
    await expect(versions.clone().update({ sha256: '0'.repeat(64) })).rejects.toThrow('never changed')
    await expect(versions.clone().delete()).rejects.toThrow()
  })

  const expire = async () => {
    await Offer.query(shop.db).patch({ validUntil: new Date(Date.now() - 1000) })
  }

  test.each<[how: string, state: string, end: (offer: WireOffer, token: string) => PromiseLike<unknown>]>([
    ['withdrawn', 'withdrawn', ({ id }) => admin.browser.post(`/api/admin/offers/${id}/withdraw`)],
    ['declined', 'declined', (_, token) => act(token, 'decline', { reason: 'Too dear' })],
    ['over', 'expired', expire],
    ['over, as the clock has said', 'expired', () => expire().then(runClock)],
  ])('one that is %s, nor is it changed or sent', async (_how, state, end) => {
    const offer = await write()
    const token = await send(offer)
    await end(offer, token)
    const { sha256, state: shown } = await open(token)
    expect(shown).toBe(state)
    expectRefused(await act(token, 'accept', { name: 'G', sha256, acceptsPolicies: true }), 'offer_ended')
    expectRefused(await change(offer), 'offer_ended')
    const sending = { byMail: false, version: 1 }
    expectRefused(await admin.browser.post(`/api/admin/offers/${offer.id}/send`, sending), 'offer_ended')
    if (state === 'expired')
      expectRefused(await admin.browser.post(`/api/admin/offers/${offer.id}/withdraw`), 'offer_ended')
    expect(await Order.query(shop.db)).toEqual([])
  })

  test('without the policies, and by a link that is none, of another offer’s id or a draft’s', async () => {
    const { id } = await write()
    const token = await writeAndSend()
    const { sha256 } = await open(token)
    expect((await act(token, 'accept', { name: 'Grace', sha256 })).statusCode).toBe(400)
    for (const wrong of [String(id), `${id}:1`, `${token.slice(0, -2)}xx`])
      expectRefused(await act(wrong, 'open'), 'offer_link_invalid', 404)
    expect((await shop.db('offer_links')).map(({ tokenHash }) => String(tokenHash))).not.toContain(token)
  })
})

describe('one acceptance is one order', () => {
  test('however often it is clicked, and in however many browsers', async () => {
    const token = await writeAndSend()
    const names = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        acceptOffer(index % 2 ? visitor : new Visitor(shop), token, { name: `Grace ${index}` }),
      ),
    )
    expect(new Set(names.map(({ acceptedBy }) => acceptedBy)).size).toBe(1)
    expect(await Order.query(shop.db)).toHaveLength(1)
    expect(await OfferAcceptance.query(shop.db)).toHaveLength(1)
    expect(await Package.query(shop.db).where({ isCustom: true })).toHaveLength(1)
  })

  test('and different offers that are accepted at once share the hidden package', async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => writeAndSend()))
    await Promise.all(tokens.map((token) => accept(token)))
    expect(new Set((await Order.query(shop.db)).map(({ packageId }) => packageId)).size).toBe(1)
  })

  test('whose payment many pages of a browser open at once has one order at the provider', async () => {
    await insertUser(shop.db, { email: 'grace@example.com', country: '' })
    const token = await acceptNew()
    // Refused without details, but sets the browser's cookie.
    expect((await pay(token)).statusCode).toBe(400)
    const orders = await Promise.all(Array.from({ length: 10 }, () => openPayment(token)))
    expect(new Set(orders.map(({ razorpayOrderId }) => razorpayOrderId)).size).toBe(1)
  })

  test('and the database refuses a second order all the same', async () => {
    await acceptNew()
    const made = await Order.query(shop.db).first().throwIfNotFound()
    const { id: __, invoiceNumber: ___, receipt: ____, ...order } = made
    await expect(Order.query(shop.db).insert(order)).rejects.toThrow('orders_offer_id_key')
  })
})

describe('an order of an offer', () => {
  test('that is not paid is left by the reconciliation, and lapses after seven days', async () => {
    const token = await acceptNew()
    await openPayment(token)
    await ages(token, '6 days 23 hours')
    await reconcileUnpaidOrders(shop, expect.fail)
    await runClock()
    expect((await open(token)).order).toMatchObject({ isOpen: true })
    await ages(token, '7 days 1 hour')
    await runClock()
    expect(await open(token)).toMatchObject({ state: 'expired', order: { isOpen: false } })
    expect(await Order.query(shop.db).first()).toMatchObject({ status: 'cancelled' })
    expectRefused(await pay(token, DETAILS), 'order_given_up')
  })

  test('that was paid at the last moment, which nobody reported, is found after it has lapsed', async () => {
    const token = await acceptNew()
    const { razorpayOrderId } = await openPayment(token)
    await reconcileUnpaidOrders(shop, expect.fail)
    await shop.pay(razorpayOrderId ?? '')
    await ages(token, '7 days 1 hour')
    await runClock()
    await Order.query(shop.db).patch({ providerAskedAt: new Date(Date.now() - 3 * 24 * 3_600_000) })
    expect(await reconcileUnpaidOrders(shop, expect.fail)).toMatchObject({ settled: 1 })
    expect(await Order.query(shop.db).first()).toMatchObject({ paymentStatus: 'paid' })
  })

  test('that the provider knows to be paid is settled when its payment is opened again', async () => {
    const token = await acceptNew()
    const order = await openPayment(token)
    await shop.pay(order.razorpayOrderId ?? '')
    expectRefused(await pay(token), 'order_paid')
    expect(await Order.query(shop.db).first()).toMatchObject({ paymentStatus: 'paid' })
  })

  test('can be paid although the same customer has paid another since', async () => {
    await insertUser(shop.db, { email: 'grace@example.com' })
    const [first, second] = [await acceptNew(), await acceptNew()]
    await succeed(pay(first))
    await payOwn(second)
    await payOwn(first)
    expect(await Order.query(shop.db)).toMatchObject([{ paymentStatus: 'paid' }, { paymentStatus: 'paid' }])
  })
})

describe('an order of an offer that is paid by bank transfer', () => {
  async function acceptWithDetails() {
    const token = await acceptNew({ bankDetails: 'IBAN DK50 0040 0440 1162 43' })
    const { id } = await Order.query(shop.db).orderBy('id', 'desc').first().throwIfNotFound()
    return { token, id }
  }

  test('is settled once without the provider, invoiced, and left by the clock', async () => {
    const { token, id } = await acceptWithDetails()
    await shop.setFaults({ failRate: 1, dropWebhooks: true })
    expect((await transfer(id, { received: '499.00' })).statusCode).toBe(400)
    expect((await transfer(id, { receivedOn: '2099-01-01' })).statusCode).toBe(400)
    expectResponse(await transfer(id, { received: '449.55', withheld: '49.95' }), 200)
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
    expectRefused(await transfer(id, { reference: 'Another' }), 'order_not_open')
    await ages(token, '8 days')
    await reconcileUnpaidOrders(shop, expect.fail)
    await runClock()
    await shop.finishJobs()
    expect(await open(token)).toMatchObject({ state: 'accepted', order: { isPaid: true } })
    const order = await getOrder(shop, id)
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
    expectRefused(await transfer(second.id), 'reference_used')
    await ages(second.token, '7 days 1 hour')
    await runClock()
    const another = () => transfer(second.id, { reference: 'UTR26110002' })
    expectRefused(await another(), 'order_cancelled')
    await setStatus(second.id, 'pending')
    await runClock()
    expectResponse(await another(), 200)
    expect(await getOrder(shop, second.id)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
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
  await change(offer)
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

const TOO_SMALL = { path: 'paymentPlan', message: 'Each instalment must be at least $1.00' }

test.each([
  [
    'an amount of too many decimals',
    { lines: [{ text: 'Work', amount: '1.234' }] },
    { path: 'lines.0.amount' },
  ],
  ['less than the least charge', { lines: [{ text: 'Work', amount: '0.50' }] }, { path: 'lines' }],
  ['a currency that the shop does not sell in', { currency: 'XXX' }, { path: 'currency' }],
  ['a day that is over', { validUntil: '2020-01-01T00:00:00Z' }, { path: 'validUntil' }],
  ['no line', { lines: [] }, { path: 'lines' }],
  ['an order that is none', { fromOrderId: 999_999 }, { path: 'fromOrderId' }],
  ['a small instalment', { paymentPlan: IN_HALVES, lines: [{ text: 'A', amount: '1.50' }] }, TOO_SMALL],
])('an offer with %s is refused where that stands', async (_, fields, issue) => {
  const response = await admin.browser.post('/api/admin/offers', { ...OFFER_CONTENT, ...fields })
  expectResponse(response, 400, { issues: [issue] })
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
  await payOwn(paid)
  const data = (await (await openSession(shop, user.id)).get('/api/user/data')).json()
  expect(data.offers).toMatchObject([
    { state: 'accepted', acceptedBy: 'Grace Holm', content: { title: 'Extra pages' } },
    { state: 'sent' },
  ])
  await Order.query(shop.db).patch({ status: 'completed' })
  for (const { id } of [user, stranger])
    expect((await admin.browser.post(`/api/admin/users/${id}/erasure`)).statusCode).toBeLessThan(300)
  for (const table of ['offers', 'offer_versions', 'offer_acceptances', 'package_questions', 'orders'])
    expect(JSON.stringify(await shop.db(table)), table).not.toMatch(/grace|Holm|Which pages/i)
  for (const token of [paid, opened]) expectRefused(await act(token, 'open'), 'offer_link_invalid', 404)
  // Nobody has proved this address to be theirs.
  expect((await open(others)).title).toBe('Extra pages')
})

describe('an offer in instalments', () => {
  async function acceptAs(fields: object) {
    const token = await writeAndSend({ paymentPlan: IN_HALVES })
    expect((await open(token)).paymentPlan).toEqual(IN_HALVES)
    const accepted = await accept(token, fields)
    return { token, accepted, order: await openPayment(token) }
  }

  test('that is accepted makes order and instalments at once, and its first instalment is what is paid', async () => {
    const { token, accepted, order } = await acceptAs({ inInstalments: true })
    expect(accepted.order).toMatchObject({ dueNow: '249.75', isOpen: true })
    expect(order).toMatchObject({ amount: 24_975, later: [{ amount: 24_975, due: 'accepted' }] })
    const [first] = await OrderInstalment.query(shop.db).orderBy('position')
    expect(first).toMatchObject({ state: 'due', providerOrderId: order.razorpayOrderId })
    expectResponse(await payOrder(shop, visitor, order), 200)
    expect(await getOrder(shop, order.id)).toMatchObject({ paymentStatus: 'instalment_paid' })
    expect(await open(token)).toMatchObject({ order: { isPaid: true, isOpen: false } })
  })

  test('begins with a bank transfer of its first instalment, unless it is cancelled', async () => {
    const { order } = await acceptAs({ inInstalments: true })
    const first = () => transfer(`${order.id}/instalments/1`, { received: '249.75' })
    expectRefused(await transfer(order.id), 'order_in_instalments')
    await setStatus(order.id, 'cancelled')
    expectRefused(await first(), 'order_cancelled')
    await setStatus(order.id, 'pending')
    expectResponse(await first(), 200)
    expect(await getOrder(shop, order.id)).toMatchObject({ paymentStatus: 'instalment_paid' })
  })

  test('that is accepted for everything at once, or on an older page, is paid as a whole', async () => {
    const { accepted, order } = await acceptAs({})
    expect(accepted.order).not.toHaveProperty('dueNow')
    expect(order.amount).toBe(49_950)
    expect(await OrderInstalment.query(shop.db).resultSize()).toBe(0)
  })
})
