/** A payment signs in the browser that placed the order, if the account still has the form's password. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import {
  buyerForm,
  getOrder,
  payByLink,
  payOrder,
  payUnverified,
  placeOrder,
  signIn,
  verifyBody,
} from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { expectRefused, expectResponse, succeed } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { CouponRedemption, Order } from '#db/models/orders/order.ts'
import { SignInToken } from '#db/models/orders/sign-in-token.ts'
import type { User } from '#db/models/people/user.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'

const PASSWORD = 'a-leaked-secret'
const EMAIL = 'owner@example.com'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const insertOwner = async (fields: Partial<User> = {}) =>
  insertUser(shop.db, { email: EMAIL, passwordHash: await hashCheaply(PASSWORD), ...fields })

const place = (visitor: Visitor, form: Record<string, unknown> = {}) =>
  placeOrder(shop, { visitor, form: { email: EMAIL, password: PASSWORD, ...form } })
/** Opens the payment by the link of a mail. */
const resume = (browser: Visitor, { id }: CreateOrderResponse) =>
  succeed<CreateOrderResponse>(payByLink(browser, createResumeToken(shop.env, id)))

/** Pays, expecting success whether or not it signs in. */
async function payFor(browser: Visitor, order: CreateOrderResponse): Promise<string | undefined> {
  const { sessionId } = await succeed<{ sessionId?: string }>(payOrder(shop, browser, order))
  expect(await getOrder(shop, order.id)).toMatchObject({ paymentStatus: 'paid' })
  return sessionId
}

describe('a payment signs in', () => {
  test('the browser that placed the order, to a new account and to one whose password it gave', async () => {
    const browser = new Visitor(shop)
    for (const _ of ['new', 'known']) {
      const sessionId = await payFor(browser, await place(browser))
      expectResponse(await browser.post('/api/auth/session-login', { sessionId }), 200, { email: EMAIL })
      await browser.post('/api/auth/logout')
    }
  })

  test('that browser also at a second try, by the link of the mail', async () => {
    const browser = new Visitor(shop)
    const order = await place(browser)
    await payUnverified(shop, order, 'declined')
    expect(await payFor(browser, await resume(browser, order))).toBeDefined()
  })

  test('the browser whose first response was lost with its cookie, and which asks again under the same key', async () => {
    const { id: packageId } = await insertPackage(shop.db)
    const ask = (browser: Visitor, form = {}) => {
      const body = { packageId, finalAmount: 1299, userData: buyerForm({ email: EMAIL, ...form }) }
      return browser.call('POST', '/api/create-order', body, { 'idempotency-key': 'the-same-key' })
    }
    const lost = (await ask(new Visitor(shop))).json<CreateOrderResponse>()
    const browser = new Visitor(shop)
    expect((await ask(browser)).json()).toMatchObject({ id: lost.id })
    // Somebody who knows everything but the password has another cookie.
    const thief = new Visitor(shop)
    expectResponse(await ask(thief, { password: 'a-wrong-guess' }), 422)
    expect(thief.cookies.get('browser')).not.toBe(browser.cookies.get('browser'))
    expect(await payFor(browser, lost)).toBeDefined()
  })

  test('by a cookie that scripts do not see, one for all orders of the browser', async () => {
    const browser = new Visitor(shop)
    const pkg = await insertPackage(shop.db)
    const send = () =>
      browser.post('/api/create-order', { packageId: pkg.id, finalAmount: 1299, userData: buyerForm() })
    const cookieOf = async () => (await send()).cookies.find(({ name }) => name === 'browser')
    const cookie = await cookieOf()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32)
    expect(await cookieOf()).toEqual(cookie)
    expect(JSON.stringify(await Order.query(shop.db))).not.toContain(cookie?.value)
  })
})

/** By case: the browser that pays, and the order, once all is prepared. */
const UNTRUSTED: Record<string, () => Promise<[Visitor, CreateOrderResponse]>> = {
  'for a password that the owner has reset since the order was placed': async () => {
    const owner = await insertOwner()
    const thief = new Visitor(shop)
    const order = await place(thief)
    await owner.$query(shop.db).patch({ passwordHash: await hashCheaply('a-new-secret') })
    return [thief, order]
  },
  'to another browser that pays a forwarded link of the mail': async () => {
    await insertOwner()
    const other = new Visitor(shop)
    return [other, await resume(other, await place(new Visitor(shop)))]
  },
  'to another browser that reports the payment, with a cookie of its own': async () => {
    const [order, other] = [await place(new Visitor(shop)), new Visitor(shop)]
    await place(other, { email: 'other@example.com' })
    return [other, order]
  },
  'for an admin': async () => {
    await insertOwner({ isAdmin: true })
    const browser = new Visitor(shop)
    return [browser, await place(browser)]
  },
  'for staff': async () => {
    await insertOwner({ isStaff: true })
    const browser = new Visitor(shop)
    return [browser, await place(browser)]
  },
}

describe('a sign-in token is not issued', () => {
  const countTokens = () => SignInToken.query(shop.db).resultSize()

  test.each(Object.entries(UNTRUSTED))('%s', async (_what, prepare) => {
    expect(await payFor(...(await prepare()))).toBeUndefined()
    expect(await countTokens()).toBe(0)
  })

  test('for staff who order for nothing', async () => {
    await insertOwner({ isStaff: true })
    await insertCoupon(shop.db, { code: 'GIFT', discountHundredths: 10_000 })
    const form = { email: EMAIL, password: PASSWORD, couponCode: 'GIFT' }
    expect((await placeOrder(shop, { finalAmount: 0, form })).sessionId).toBeUndefined()
    expect(await countTokens()).toBe(0)
  })
})

describe('an open order that holds a coupon', () => {
  async function placeWith(browser: Visitor, fields: Record<string, unknown>, finalAmount = 80) {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    return browser.post('/api/create-order', { packageId: pkg.id, finalAmount, ...fields })
  }
  const withForm = (email: string, couponCode: string) => ({ userData: buyerForm({ email, couponCode }) })
  const statusOf = async ({ id }: { id: number }) => (await getOrder(shop, id)).status

  test('is not cancelled by a stranger who orders with a variant of its e-mail and a coupon for new customers', async () => {
    for (const code of ['MINE', 'THEIRS']) await insertCoupon(shop.db, { code, newCustomersOnly: true })
    const mine = (await placeWith(new Visitor(shop), withForm('buyer@example.com', 'MINE'))).json()
    const theirs = await placeWith(new Visitor(shop), withForm('buyer+x@example.com', 'THEIRS'))
    expectResponse(theirs, 201)
    expect(await statusOf(mine)).toBe('pending')
  })

  test('keeps its use of a coupon where another browser orders with its e-mail', async () => {
    await insertCoupon(shop.db, { code: 'ONCE', usageLimit: 1 })
    const browser = new Visitor(shop)
    const mine = (await placeWith(browser, withForm('buyer@example.com', 'ONCE'))).json()
    const theirs = await placeWith(new Visitor(shop), withForm('buyer@example.com', 'ONCE'))
    expectRefused(theirs, 'coupon_invalid')
    expect(await statusOf(mine)).toBe('pending')
    expect((await placeWith(browser, withForm('buyer@example.com', 'ONCE'))).statusCode).toBe(201)
    expect(await statusOf(mine)).toBe('cancelled')
  })

  test('is given up by its account on another device', async () => {
    await insertCoupon(shop.db, { code: 'ONCE', usageLimit: 1 })
    const { id: userId } = await insertOwner()
    const order = async () => placeWith(await signIn(shop, EMAIL, PASSWORD), { userId, couponCode: 'ONCE' })
    const first = await order()
    expect((await order()).statusCode).toBe(201)
    expect(await statusOf(first.json())).toBe('cancelled')
  })

  test('with a coupon for new customers in each of two browsers gets the discount once', async () => {
    const placed = []
    for (const [email, code] of [
      ['buyer@example.com', 'ONE'],
      ['buyer+x@example.com', 'TWO'],
    ] as const) {
      await insertCoupon(shop.db, { code, newCustomersOnly: true })
      const browser = new Visitor(shop)
      const order = (await placeWith(browser, withForm(email, code))).json<CreateOrderResponse>()
      placed.push({ browser, body: verifyBody(order, await payUnverified(shop, order)) })
    }
    await Promise.all(placed.map(({ browser, body }) => browser.post('/api/verify-payment', body)))
    expect(await CouponRedemption.query(shop.db).where({ status: 'redeemed' }).resultSize()).toBe(1)
  })
})
