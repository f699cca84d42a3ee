/** Who owns an order paid by a mailed link, which may have been forwarded (docs/decisions/021-verified-addresses.md). */
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { OpenedOffer, SentOffer } from '#api/contract/sales/offers.ts'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { settleUnreported } from '#api/money/provider-events/reconcile.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { payOrder, placeModalOrder, verifyBody } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { sendProviderEvent } from '#api/testing/provider-events.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { OrderPayer } from '#db/models/money/order-payer.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Message } from '#db/models/orders/message.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { GRACE_HOLM, insertPackage, insertUser, OFFER_CONTENT } from '#db/testing/builders.ts'
import { runOfferClock } from './jobs.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const { email: EMAIL, taxId: _, ...person } = { ...GRACE_HOLM, email: 'grace@example.com' }
const CUSTOMERS = { ...person, password: 'the-customers-own' }
const STRANGERS = { ...person, firstName: 'Mallory', password: 'a-strangers-own' }

let admin: SignedIn
let customer: Visitor
let stranger: Visitor
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  customer = new Visitor(shop)
  stranger = new Visitor(shop)
})

async function sendOffer(fields: object = {}): Promise<string> {
  const content = { ...OFFER_CONTENT, email: EMAIL, ...fields }
  const { id, version } = (await admin.browser.post('/api/admin/offers', content)).json()
  const sent = await admin.browser.post(`/api/admin/offers/${id}/send`, { byMail: false, version })
  return new URL(sent.json<SentOffer>().link).hash.slice(1)
}

const act = (browser: Visitor, token: string, what: string, fields: Record<string, unknown> = {}) =>
  browser.post(`/api/offers/${what}`, { token, ...fields })

async function accept(browser: Visitor, token: string, fields: object = {}): Promise<OpenedOffer> {
  const { sha256 } = (await act(browser, token, 'open')).json<OpenedOffer>()
  const accepted = await act(browser, token, 'accept', {
    name: 'Grace Holm',
    sha256,
    acceptsPolicies: true,
    ...fields,
  })
  expect(accepted.statusCode, accepted.body).toBe(200)
  return accepted.json()
}

/** Sends the form of the page, whose password is that of the account. */
const openOf = (browser: Visitor, token: string, form?: Partial<typeof CUSTOMERS>) => {
  const { password: newPassword, ...details } = form ?? {}
  return browser.post('/api/payment-links/pay', { token, newPassword, details: form && details })
}

async function openPayment(
  browser: Visitor,
  token: string,
  details?: { password?: string },
): Promise<CreateOrderResponse> {
  const opened = await openOf(browser, token, details)
  expect(opened.statusCode, opened.body).toBe(200)
  return opened.json()
}

const needsIn = async (browser: Visitor, token: string) =>
  (await browser.post('/api/payment-links/open', { token })).json<LinkedPayment>().needs
const trySignIn = async (password: string) =>
  (await new Visitor(shop).post('/api/auth/login', { email: EMAIL, password })).statusCode
const findUser = () => User.query(shop.db).findOne({ email: EMAIL })
const listMails = async () => {
  const mails = await OutboxMessage.query(shop.db).whereIn('kind', ['welcome', 'password_reset'])
  return mails.map(({ kind }) => kind)
}

describe('a password that was chosen by the link of an offer', () => {
  test('in another browser counts for nothing: who pays is asked for their own', async () => {
    const token = await sendOffer()
    await accept(stranger, token)
    await openPayment(stranger, token, STRANGERS)
    expect(await needsIn(stranger, token)).toBe('nothing')
    expect(await needsIn(customer, token)).toBe('account')
    expect((await openOf(customer, token)).statusCode).toBe(400)
    const paid = await payOrder(shop, customer, await openPayment(customer, token, CUSTOMERS))
    expect(paid.json()).toMatchObject({ sessionId: expect.any(String) })
    expect([await trySignIn(STRANGERS.password), await trySignIn(CUSTOMERS.password)]).toEqual([401, 200])
    expect(await findUser()).toMatchObject({ firstName: 'Grace' })
    expect(await OrderPayer.query(shop.db).whereNotNull('passwordHash')).toEqual([])
  })

  test('while the customer pays counts for nothing either', async () => {
    const token = await sendOffer()
    await accept(customer, token)
    const order = await openPayment(customer, token, CUSTOMERS)
    await openPayment(stranger, token, STRANGERS)
    expect((await payOrder(shop, customer, order)).json()).toHaveProperty('sessionId')
    expect([await trySignIn(STRANGERS.password), await trySignIn(CUSTOMERS.password)]).toEqual([401, 200])
    expect(await listMails()).toEqual(['welcome'])
  })

  test('counts in the browser that paid, where a webhook reports the payment first', async () => {
    const token = await sendOffer()
    await accept(customer, token)
    const order = await openPayment(customer, token, CUSTOMERS)
    const paid = await shop.pay(order.razorpayOrderId ?? '')
    await sendProviderEvent(shop, 'payment.captured', paid)
    expect(await trySignIn(CUSTOMERS.password)).toBe(401)
    const verify = (browser: Visitor) => browser.post('/api/verify-payment', verifyBody(order, paid))
    expect((await verify(stranger)).json()).not.toHaveProperty('sessionId')
    expect((await verify(customer)).json()).toHaveProperty('sessionId')
    expect(await trySignIn(CUSTOMERS.password)).toBe(200)
    expect(await listMails()).toEqual(['welcome'])
  })

  test('counts for nothing with the report of a payment that another browser has made', async () => {
    const token = await sendOffer()
    await accept(customer, token)
    await openPayment(stranger, token, STRANGERS)
    const order = await openPayment(customer, token, CUSTOMERS)
    const report = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
    expect((await stranger.post('/api/verify-payment', report)).json()).not.toHaveProperty('sessionId')
    expect((await customer.post('/api/verify-payment', report)).json()).toHaveProperty('sessionId')
    expect([await trySignIn(STRANGERS.password), await trySignIn(CUSTOMERS.password)]).toEqual([401, 200])
  })

  test('changes no account whose address is verified: the order is theirs, read after signing in', async () => {
    const user = await insertUser(shop.db, {
      email: EMAIL,
      passwordHash: await hashCheaply('known-for-long'),
    })
    const token = await sendOffer()
    await accept(stranger, token)
    expect(await needsIn(stranger, token)).toBe('nothing')
    const paid = await payOrder(shop, stranger, await openPayment(stranger, token, STRANGERS))
    expect(paid.json()).not.toHaveProperty('sessionId')
    expect([await trySignIn(STRANGERS.password), await trySignIn('known-for-long')]).toEqual([401, 200])
    expect(await Order.query(shop.db).first()).toMatchObject({ userId: user.id, paymentStatus: 'paid' })
  })
})

describe('details that somebody else typed by the link of an offer', () => {
  const PAYMENT_PLAN = [
    { label: 'Start', share: 50, due: 'purchase' as const },
    { label: 'Rest', share: 50, due: 'accepted' as const },
  ]
  const findBuyer = async () => (await Order.query(shop.db).first())?.buyer.firstName

  test.each([
    ['before', 'at once', 'its browser'],
    ['before', 'at once', 'a webhook'],
    ['while', 'at once', 'its browser'],
    ['while', 'at once', 'a webhook'],
    ['while', 'in instalments', 'its browser'],
    ['while', 'in instalments', 'a webhook'],
    ['while', 'at once', 'reconciliation'],
  ])('%s the customer pays %s do not count, reported by %s', async (when, how, reporter) => {
    const token = await sendOffer(how === 'in instalments' ? { paymentPlan: PAYMENT_PLAN } : {})
    await accept(customer, token, { inInstalments: how === 'in instalments' })
    if (when === 'before') await openPayment(stranger, token, STRANGERS)
    const order = await openPayment(customer, token, CUSTOMERS)
    if (when === 'while') await openPayment(stranger, token, STRANGERS)
    const paid = await shop.pay(order.razorpayOrderId ?? '')
    if (reporter === 'a webhook') await sendProviderEvent(shop, 'payment.captured', paid)
    else if (reporter === 'reconciliation')
      await settleUnreported(shop, await Order.query(shop.db).first().throwIfNotFound())
    else await customer.post('/api/verify-payment', verifyBody(order, paid))
    expect(await findBuyer()).toBe('Grace')
    expect(await findUser()).toMatchObject({ firstName: 'Grace' })
    expect(await Order.query(shop.db).first()).toMatchObject({ providerOrderId: order.razorpayOrderId })
  })

  test('of a verified account’s order do not count where its owner pays', async () => {
    await insertUser(shop.db, { email: EMAIL, firstName: 'Grace', country: '' })
    const token = await sendOffer()
    await accept(customer, token)
    await openPayment(stranger, token, STRANGERS)
    expect(await needsIn(customer, token)).toBe('details')
    await payOrder(shop, customer, await openPayment(customer, token, CUSTOMERS))
    const { firstName, country } = CUSTOMERS
    expect(await Order.query(shop.db).first()).toMatchObject({ buyer: { firstName, country } })
  })

  test('count where they alone were given, and the order is paid by a transfer', async () => {
    const token = await sendOffer()
    await accept(customer, token)
    const { id } = await openPayment(customer, token, CUSTOMERS)
    const transfer = {
      reference: 'utr 2611 0001',
      receivedOn: '2026-11-20',
      proof: 'Statement of November, line 7',
      received: '499.50',
      withheld: '0',
    }
    const recorded = await admin.browser.post(`/api/admin/orders/${id}/transfer`, transfer)
    expect(recorded.statusCode, recorded.body).toBe(200)
    expect(await Order.query(shop.db).first()).toMatchObject({ buyer: { country: CUSTOMERS.country } })
  })

  test('are paid as a second payment, which goes back, where they pay after the customer', async () => {
    const token = await sendOffer()
    await accept(customer, token)
    const own = await openPayment(customer, token, CUSTOMERS)
    const others = await openPayment(stranger, token, STRANGERS)
    await payOrder(shop, customer, own)
    await sendProviderEvent(shop, 'payment.captured', await shop.pay(others.razorpayOrderId ?? ''))
    expect(await Payment.query(shop.db).orderBy('id')).toMatchObject([
      { fulfilsOrder: true },
      { fulfilsOrder: false, flag: 'second_capture' },
    ])
    expect(await findBuyer()).toBe('Grace')
  })
})

describe('an unverified account with the address of an offer', () => {
  const listOrders = async (browser: Visitor) => (await browser.get('/api/orders')).json()

  async function register() {
    const user = await insertUser(shop.db, { email: EMAIL, emailVerifiedAt: null })
    return { user, browser: await openSession(shop, user.id) }
  }

  test('does not get its order by accepting it', async () => {
    const { browser } = await register()
    const token = await sendOffer()
    await accept(browser, token)
    await payOrder(shop, customer, await openPayment(customer, token, CUSTOMERS))
    expect(await listOrders(browser)).toEqual([])
    expect(await trySignIn(CUSTOMERS.password)).toBe(401)
    expect(await listMails()).toEqual(['password_reset'])
  })

  test('gets it by paying in its browser, whoever reports the payment first', async () => {
    const { user, browser } = await register()
    for (const hasWebhook of [false, true]) {
      const token = await sendOffer()
      await accept(browser, token)
      expect(await needsIn(browser, token)).not.toBe('account')
      const order = await openPayment(browser, token, CUSTOMERS)
      const paid = await shop.pay(order.razorpayOrderId ?? '')
      if (hasWebhook) await sendProviderEvent(shop, 'payment.captured', paid)
      await browser.post('/api/verify-payment', verifyBody(order, paid))
      expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ userId: user.id })
    }
    expect(await listOrders(browser)).toHaveLength(2)
  })
})

describe('words of somebody who has the link', () => {
  async function pay(browser: Visitor, token: string) {
    await payOrder(shop, browser, await openPayment(browser, token))
    await runOfferClock(shop, (error) => expect.fail(String(error)))
  }

  test('are no message of the customer’s account, and the acceptance is not its own', async () => {
    await insertUser(shop.db, { email: EMAIL })
    const token = await sendOffer()
    await act(stranger, token, 'question', { text: 'Refund me to IBAN 1' })
    await accept(stranger, token)
    await pay(stranger, token)
    expect(await Message.query(shop.db)).toEqual([])
    expect(await OrderEvent.query(shop.db).whereNull('actorId').orderBy('id')).toMatchObject([
      { note: expect.stringMatching(/accepted by somebody with the link$/) },
      expect.anything(),
      { note: 'Somebody with the offer’s link asked: Refund me to IBAN 1' },
    ])
  })

  test('are a message where the customer was signed in', async () => {
    const user = await insertUser(shop.db, { email: EMAIL })
    const browser = await openSession(shop, user.id)
    const token = await sendOffer()
    await act(browser, token, 'question', { text: 'Is hosting in it?' })
    await accept(browser, token)
    await pay(browser, token)
    expect(await Message.query(shop.db)).toMatchObject([{ text: 'Is hosting in it?', authorId: user.id }])
  })
})

describe('a password that was chosen by the link of a failed payment', () => {
  async function placeFailed(browser: Visitor) {
    const { id: packageId } = await insertPackage(shop.db)
    const form = { email: EMAIL, password: 'the-placers-own' }
    const order = await placeModalOrder(browser, { packageId, finalAmount: 1299, form })
    return { order, token: createResumeToken(shop.env, order.id) }
  }
  const resume = async (browser: Visitor, token: string, newPassword?: string) =>
    (await browser.post('/api/payment-links/pay', { token, newPassword })).json()

  test('in another browser counts for nothing', async () => {
    const { token } = await placeFailed(new Visitor(shop))
    await resume(stranger, token, STRANGERS.password)
    expect([await needsIn(stranger, token), await needsIn(customer, token)]).toEqual(['nothing', 'password'])
    expect(await resume(customer, token)).toMatchObject({ issues: [{ path: 'newPassword' }] })
    const order = await resume(customer, token, CUSTOMERS.password)
    expect((await payOrder(shop, customer, order)).json()).toHaveProperty('sessionId')
    for (const password of [STRANGERS.password, 'the-placers-own'])
      expect(await trySignIn(password)).toBe(401)
    expect(await trySignIn(CUSTOMERS.password)).toBe(200)
    expect(await findUser()).toMatchObject({ emailVerifiedAt: expect.any(Date) })
  })

  test('replaces that of an unverified account by paying, and not before', async () => {
    const passwordHash = await hashCheaply('typed-at-registration')
    const user = await insertUser(shop.db, { email: EMAIL, emailVerifiedAt: null, passwordHash })
    const squatter = await openSession(shop, user.id)
    const { id: packageId } = await insertPackage(shop.db)
    const body = { packageId, finalAmount: 1299, userId: user.id }
    const placed = (await squatter.post('/api/create-order', body)).json<CreateOrderResponse>()
    const token = createResumeToken(shop.env, placed.id)
    const order = await resume(customer, token, CUSTOMERS.password)
    expect([await trySignIn(CUSTOMERS.password), await trySignIn('typed-at-registration')]).toEqual([
      401, 200,
    ])
    expect((await payOrder(shop, customer, order)).json()).toHaveProperty('sessionId')
    expect([await trySignIn(CUSTOMERS.password), await trySignIn('typed-at-registration')]).toEqual([
      200, 401,
    ])
    expect((await squatter.get('/api/orders')).statusCode).toBe(401)
  })
})
