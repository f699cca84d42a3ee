/** Who owns an order paid by a mailed link, which may have been forwarded (docs/decisions/021-verified-addresses.md). */
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { settleUnreported } from '#api/money/provider-events/reconcile.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import {
  bankTransfer,
  getOrder,
  IN_HALVES,
  openLink,
  payByLink,
  payOrder,
  placeOrder,
  verifyBody,
} from '#api/testing/buyer.ts'
import { acceptOffer, answerOffer, sendOffer, writeOffer } from '#api/testing/offers.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { sendProviderEvent } from '#api/testing/provider-events.ts'
import { expectResponse, succeed } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { OrderPayer } from '#db/models/money/order-payer.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Message } from '#db/models/orders/message.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { GRACE_HOLM, insertPackage, insertUser } from '#db/testing/builders.ts'
import { runOfferClock } from './jobs.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
const { email: EMAIL, taxId: _, ...person } = { ...GRACE_HOLM, email: 'grace@example.com' }
const CUSTOMERS = { ...person, password: 'the-customers-own' }
const STRANGERS = { ...person, firstName: 'Mallory', password: 'a-strangers-own' }

let admin: SignedIn
let customer: Visitor
let stranger: Visitor
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  admin = await signInAsAdmin(shop)
  customer = new Visitor(shop)
  stranger = new Visitor(shop)
})

const send = async (fields: object = {}) =>
  sendOffer(admin.browser, await writeOffer(admin.browser, { email: EMAIL, ...fields }))

/** An offer that was accepted in the browser. @returns the token of its link */
async function sendAccepted(by: Visitor, { inInstalments = false, ...fields } = {}): Promise<string> {
  const token = await send(fields)
  await acceptOffer(by, token, { inInstalments })
  return token
}

/** Sends the form of the page, whose password is that of the account. */
const openOf = (browser: Visitor, token: string, form?: { password?: string }) => {
  const { password: newPassword, ...details } = form ?? {}
  return payByLink(browser, token, { newPassword, details: form && details })
}
const openPayment = (browser: Visitor, token: string, form?: { password?: string }) =>
  succeed<CreateOrderResponse>(openOf(browser, token, form))

const needsIn = async (browser: Visitor, token: string) =>
  (await openLink(browser, token)).json<LinkedPayment>().needs
const trySignIn = async (password: string) =>
  (await new Visitor(shop).post('/api/auth/login', { email: EMAIL, password })).statusCode
/** Expects that the customer's password opens the account, and the stranger's does not. */
const expectCustomers = async () =>
  expect([await trySignIn(STRANGERS.password), await trySignIn(CUSTOMERS.password)]).toEqual([401, 200])
const findUser = () => User.query(shop.db).findOne({ email: EMAIL })
const listMails = async () => {
  const mails = await OutboxMessage.query(shop.db).whereIn('kind', ['welcome', 'password_reset'])
  return mails.map(({ kind }) => kind)
}

describe('a password that was chosen by the link of an offer', () => {
  test('in another browser counts for nothing: who pays is asked for their own', async () => {
    const token = await sendAccepted(stranger)
    await openPayment(stranger, token, STRANGERS)
    expect(await needsIn(stranger, token)).toBe('nothing')
    expect(await needsIn(customer, token)).toBe('account')
    expect((await openOf(customer, token)).statusCode).toBe(400)
    const paid = await payOrder(shop, customer, await openPayment(customer, token, CUSTOMERS))
    expect(paid.json()).toMatchObject({ sessionId: expect.any(String) })
    await expectCustomers()
    expect(await findUser()).toMatchObject({ firstName: 'Grace' })
    expect(await OrderPayer.query(shop.db).whereNotNull('passwordHash')).toEqual([])
  })

  test('counts in the browser that paid, where a webhook reports the payment first', async () => {
    const token = await sendAccepted(customer)
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
    const token = await sendAccepted(customer)
    await openPayment(stranger, token, STRANGERS)
    const order = await openPayment(customer, token, CUSTOMERS)
    const report = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
    expect((await stranger.post('/api/verify-payment', report)).json()).not.toHaveProperty('sessionId')
    expect((await customer.post('/api/verify-payment', report)).json()).toHaveProperty('sessionId')
    await expectCustomers()
  })

  test('changes no account whose address is verified: the order is theirs, read after signing in', async () => {
    const passwordHash = await hashCheaply('known-for-long')
    const user = await insertUser(shop.db, { email: EMAIL, passwordHash })
    const token = await sendAccepted(stranger)
    expect(await needsIn(stranger, token)).toBe('nothing')
    const paid = await payOrder(shop, stranger, await openPayment(stranger, token, STRANGERS))
    expect(paid.json()).not.toHaveProperty('sessionId')
    expect([await trySignIn(STRANGERS.password), await trySignIn('known-for-long')]).toEqual([401, 200])
    expect(await Order.query(shop.db).first()).toMatchObject({ userId: user.id, paymentStatus: 'paid' })
  })
})

describe('details that somebody else typed by the link of an offer', () => {
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
    const inInstalments = how === 'in instalments'
    const token = await sendAccepted(customer, {
      inInstalments,
      ...(inInstalments && { paymentPlan: IN_HALVES }),
    })
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
    if (reporter === 'its browser') await expectCustomers()
    expect(await Order.query(shop.db).first()).toMatchObject({ providerOrderId: order.razorpayOrderId })
  })

  test('of a verified account’s order do not count where its owner pays', async () => {
    await insertUser(shop.db, { email: EMAIL, firstName: 'Grace', country: '' })
    const token = await sendAccepted(customer)
    await openPayment(stranger, token, STRANGERS)
    expect(await needsIn(customer, token)).toBe('details')
    await payOrder(shop, customer, await openPayment(customer, token, CUSTOMERS))
    const { firstName, country } = CUSTOMERS
    expect(await Order.query(shop.db).first()).toMatchObject({ buyer: { firstName, country } })
  })

  test('count where they alone were given, and the order is paid by a transfer', async () => {
    const token = await sendAccepted(customer)
    const { id } = await openPayment(customer, token, CUSTOMERS)
    const paid = await admin.browser.post(`/api/admin/orders/${id}/transfer`, bankTransfer('499.50'))
    expectResponse(paid, 200)
    expect(await Order.query(shop.db).first()).toMatchObject({ buyer: { country: CUSTOMERS.country } })
  })

  test('are paid as a second payment, which goes back, where they pay after the customer', async () => {
    const token = await sendAccepted(customer)
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
    const token = await sendAccepted(browser)
    await payOrder(shop, customer, await openPayment(customer, token, CUSTOMERS))
    expect(await listOrders(browser)).toEqual([])
    expect(await trySignIn(CUSTOMERS.password)).toBe(401)
    expect(await listMails()).toEqual(['password_reset'])
  })

  test('gets it by paying in its browser, whoever reports the payment first', async () => {
    const { user, browser } = await register()
    for (const hasWebhook of [false, true]) {
      const token = await sendAccepted(browser)
      expect(await needsIn(browser, token)).not.toBe('account')
      const order = await openPayment(browser, token, CUSTOMERS)
      const paid = await shop.pay(order.razorpayOrderId ?? '')
      if (hasWebhook) await sendProviderEvent(shop, 'payment.captured', paid)
      await browser.post('/api/verify-payment', verifyBody(order, paid))
      expect(await getOrder(shop, order.id)).toMatchObject({ userId: user.id })
    }
    expect(await listOrders(browser)).toHaveLength(2)
  })
})

describe('words of somebody who has the link', () => {
  async function pay(browser: Visitor, token: string) {
    await payOrder(shop, browser, await openPayment(browser, token))
    await runOfferClock(shop, expect.fail)
  }

  test('are no message of the customer’s account, and the acceptance is not its own', async () => {
    await insertUser(shop.db, { email: EMAIL })
    const token = await send()
    await answerOffer(stranger, token, 'question', { text: 'Refund me to IBAN 1' })
    await acceptOffer(stranger, token)
    await pay(stranger, token)
    expect(await Message.query(shop.db)).toEqual([])
    // At the time when it was asked, although it is copied once the order is paid.
    expect(await OrderEvent.query(shop.db).whereNull('actorId').orderBy('createdAt')).toMatchObject([
      { note: 'Question about the offer: Refund me to IBAN 1' },
      { note: expect.stringMatching(/accepted by somebody with the link$/) },
      expect.anything(),
    ])
  })

  test('are a message where the customer was signed in', async () => {
    const user = await insertUser(shop.db, { email: EMAIL })
    const browser = await openSession(shop, user.id)
    const token = await send()
    await answerOffer(browser, token, 'question', { text: 'Is hosting in it?' })
    await acceptOffer(browser, token)
    await pay(browser, token)
    expect(await Message.query(shop.db)).toMatchObject([{ text: 'Is hosting in it?', authorId: user.id }])
  })
})

describe('a password that was chosen by the link of a failed payment', () => {
  async function placeFailed(browser: Visitor) {
    const form = { email: EMAIL, password: 'the-placers-own' }
    const { id } = await placeOrder(shop, { visitor: browser, form })
    return createResumeToken(shop.env, id)
  }
  const resume = async (browser: Visitor, token: string, newPassword?: string) =>
    (await payByLink(browser, token, { newPassword })).json()

  test('in another browser counts for nothing', async () => {
    const token = await placeFailed(new Visitor(shop))
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
    const tryBoth = async () => [
      await trySignIn(CUSTOMERS.password),
      await trySignIn('typed-at-registration'),
    ]
    expect(await tryBoth()).toEqual([401, 200])
    expect((await payOrder(shop, customer, order)).json()).toHaveProperty('sessionId')
    expect(await tryBoth()).toEqual([200, 401])
    expect((await squatter.get('/api/orders')).statusCode).toBe(401)
  })
})
