/** A coupon for one person: valid for its owner, and unknown to everybody else. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Coupon as WireCoupon } from '#api/contract/catalogue/coupons.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { revokeSessions } from '#api/people/auth/sessions/session-store.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, payOrder, placeModalOrder, signIn, verifyBody } from '#api/testing/buyer.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { eraseRows } from '#db/erasure/erasure.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Payment } from '#db/models/money/payment.ts'
import { CouponRedemption, Order } from '#db/models/orders/order.ts'
import { AuditDetails, AuditEntry } from '#db/models/people/audit-entry.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)

let admin: SignedIn
let clara: SignedIn
let other: SignedIn
let packageId: number
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  clara = await signInAs(shop, { email: 'clara@example.com' })
  other = await signInAs(shop, { email: 'otto@example.com' })
  packageId = (await insertPackage(shop.db, { priceCents: 10_000 })).id
})

const make = (fields: object = {}) =>
  admin.browser.post('/api/admin/coupons', {
    code: 'FOR-CLARA',
    discountType: 'percentage',
    discount: 50,
    ownerEmail: 'Clara@Example.com',
    ...fields,
  })
const order = ({ user, browser }: SignedIn, couponCode: string) =>
  browser.post('/api/create-order', { packageId, userId: user.id, couponCode, finalAmount: 50 })
/** @returns everything that could tell two responses apart, except the request's id */
const shown = ({ statusCode, body, headers }: Awaited<ReturnType<typeof order>>) => {
  const { requestId: _, ...said } = JSON.parse(body)
  return { statusCode, said, limit: headers['ratelimit-limit'] }
}

describe('a coupon for one person', () => {
  test('is made by e-mail, and says for whom in the list, its filter and the file', async () => {
    const made = await make()
    expect(made.statusCode, made.body).toBe(201)
    const { firstName, lastName } = clara.user
    const owner = { id: clara.user.id, firstName, lastName, email: 'clara@example.com', isErased: false }
    expect(made.json()).toMatchObject({ owner })
    await insertCoupon(shop.db, { code: 'FOR-ALL' })
    const { rows } = await fetchList<WireCoupon>(admin.browser, '/api/coupons?sort=code')
    expect(rows.map((coupon) => [coupon.code, coupon.owner])).toEqual([
      ['FOR-ALL', null],
      ['FOR-CLARA', owner],
    ])
    const own = await fetchList<WireCoupon>(admin.browser, `/api/coupons?ownerId=${clara.user.id}`)
    expect(own.rows.map(({ code }) => code)).toEqual(['FOR-CLARA'])
    const file = (await admin.browser.get('/api/admin/coupons.csv?sort=code')).body.split('\r\n')
    expect(file[0]).toContain('"For"')
    expect(
      file.slice(1, 3).map((line) => line.includes(`${firstName} ${lastName} (clara@example.com)`)),
    ).toEqual([false, true])
  })

  test('is made for nobody without an account, and stays with its person', async () => {
    const gone = await insertUser(shop.db)
    await shop.db.transaction((trx) => eraseRows(trx, { userId: gone.id, erasedAt: new Date() }))
    for (const ownerEmail of ['nobody@example.com', `erased-${gone.id}@invalid`, 'no address']) {
      const refused = await make({ ownerEmail })
      expect(refused.statusCode, ownerEmail).toBe(400)
      expect(refused.json(), ownerEmail).toMatchObject({ issues: [{ path: 'ownerEmail' }] })
    }
    const leaving = await insertUser(shop.db, { email: 'leaving@example.com' })
    const erasure = await shop.db.transaction()
    await eraseRows(erasure, { userId: leaving.id, erasedAt: new Date() })
    const making = make({ ownerEmail: 'leaving@example.com' })
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) === 1)
    await erasure.commit()
    expect((await making).statusCode).toBe(400)
    const { id } = (await make()).json<WireCoupon>()
    await admin.browser.patch(`/api/admin/coupons/${id}`, { ownerEmail: 'otto@example.com', ownerId: 1 })
    expect(await Coupon.query(shop.db).findById(id)).toMatchObject({ ownerId: clara.user.id })
  })

  test('does not put its code, which may hold a name, into the log that stays for good', async () => {
    const { id } = (await make()).json<WireCoupon>()
    await admin.browser.patch(`/api/admin/coupons/${id}`, { code: 'CLARA-2' })
    const entries = await AuditEntry.query(shop.db).where({ subject: 'coupon' })
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toContain('CLARA')
    expect(JSON.stringify(await AuditDetails.query(shop.db))).toContain('CLARA-2')
  })

  test.each(['validate', 'use'])(
    'is checked by %s for its person alone; to others it is an unknown code',
    async (action) => {
      await make()
      const check = ({ browser }: Pick<SignedIn, 'browser'>, code: string) =>
        browser.post(`/api/coupons/${action}`, { code, packageId })
      expect((await check(clara, 'FOR-CLARA')).json()).toMatchObject({ valid: true, discount: 50 })
      for (const person of [other, { browser: new Visitor(shop) }]) {
        const refused = shown(await check(person, 'FOR-CLARA'))
        expect(refused).toMatchObject({ statusCode: 404, said: { code: 'coupon_invalid' } })
        expect(refused).toEqual(shown(await check(person, 'UNKNOWN')))
      }
      await revokeSessions(shop.db, clara.user.id)
      expect(shown(await check(clara, 'FOR-CLARA'))).toEqual(shown(await check(clara, 'UNKNOWN')))
    },
  )

  test('is on an order of its person alone, and to others an unknown code', async () => {
    await make()
    const form = (email: string, couponCode: string) => ({
      packageId,
      finalAmount: 50,
      userData: buyerForm({ email, couponCode, password: 'a-fine-secret' }),
    })
    const stranger = new Visitor(shop)
    for (const [mine, unknown] of [
      [await order(other, 'FOR-CLARA'), await order(other, 'UNKNOWN')],
      // A password alone is not a sign-in.
      ...[
        [
          await stranger.post('/api/create-order', form('clara@example.com', 'FOR-CLARA')),
          await stranger.post('/api/create-order', form('clara@example.com', 'UNKNOWN')),
        ] as const,
      ],
      // Signed in, but the order would be for somebody else.
      [
        await clara.browser.post('/api/create-order', form('new@example.com', 'FOR-CLARA')),
        await clara.browser.post('/api/create-order', form('new@example.com', 'UNKNOWN')),
      ],
    ] as const) {
      expect(shown(mine)).toMatchObject({ said: { code: 'coupon_invalid' } })
      expect(shown(mine)).toEqual(shown(unknown))
    }
    expect(await Order.query(shop.db).resultSize()).toBe(0)
    expect((await order(clara, 'FOR-CLARA')).statusCode).toBe(201)
  })

  test('is unknown once its person’s session has ended, also while the order is being placed', async () => {
    await make()
    const unknown = shown(await order(clara, 'UNKNOWN'))
    const coupons = await shop.db.transaction()
    await Coupon.query(coupons).where({ code: 'FOR-CLARA' }).forUpdate()
    const placing = order(clara, 'FOR-CLARA')
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) === 1)
    await revokeSessions(shop.db, clara.user.id)
    await coupons.commit()
    expect(shown(await placing)).toEqual(unknown)
    expect(shown(await order(clara, 'FOR-CLARA'))).toEqual(shown(await order(clara, 'UNKNOWN')))
    expect(await Order.query(shop.db).resultSize()).toBe(0)
    expect(await Coupon.query(shop.db).findOne({ code: 'FOR-CLARA' })).toMatchObject({ usedCount: 0 })
  })

  test('pays the order that its person placed, also once they have signed out', async () => {
    await make()
    const placed = (await order(clara, 'FOR-CLARA')).json<CreateOrderResponse>()
    await revokeSessions(shop.db, clara.user.id)
    const paid = await shop.pay(placed.razorpayOrderId ?? '')
    const verified = await new Visitor(shop).post('/api/verify-payment', verifyBody(placed, paid))
    expect(verified.statusCode, verified.body).toBe(200)
    expect(await CouponRedemption.query(shop.db)).toMatchObject([{ status: 'redeemed' }])
  })

  test('settles no order of somebody else: the money goes back', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'SHARED', discountHundredths: 5_000 })
    const placed = (await order(other, 'SHARED')).json<CreateOrderResponse>()
    await coupon.$query(shop.db).patch({ ownerId: clara.user.id })
    const paid = await shop.pay(placed.razorpayOrderId ?? '')
    const verified = await other.browser.post('/api/verify-payment', verifyBody(placed, paid))
    expect(verified.statusCode).toBe(400)
    await shop.finishJobs()
    expect(await Payment.query(shop.db)).toMatchObject([{ fulfilsOrder: false, flag: 'coupon_over_limit' }])
    expect(await Order.query(shop.db).findById(placed.id)).toMatchObject({ paymentStatus: 'unpaid' })
  })
})

const check = (visitor: Visitor, { code }: Coupon, known: object) =>
  visitor.post('/api/coupons/validate', { code, ...known })

test('a code for another package says so when it is checked, and as a guess', async () => {
  const [own, other] = [await insertPackage(shop.db), await insertPackage(shop.db)]
  const coupon = await insertCoupon(shop.db, { packageId: own.id })
  const visitor = new Visitor(shop)
  expect((await check(visitor, coupon, {})).statusCode).toBe(200)
  expect((await check(visitor, coupon, { packageId: own.id })).statusCode).toBe(200)

  const refused = await check(visitor, coupon, { packageId: other.id })
  expect(refused.statusCode).toBe(409)
  // The limit on guesses counts this error code (api/platform/http/limits.ts).
  expect(refused.json()).toMatchObject({
    code: 'coupon_invalid',
    message: 'This code is for another package',
  })
})

test('a code for new customers says so to old customers who are signed in, and to nobody who types their e-mail', async () => {
  const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
  const coupon = await insertCoupon(shop.db, { newCustomersOnly: true })
  const order = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 100 })
  await payOrder(shop, new Visitor(shop), order)
  const customer = await signIn(shop, 'grace@example.com', 'a-fine-secret')

  const told = await check(customer, coupon, { packageId: pkg.id, email: 'somebody@example.com' })
  expect(told.statusCode).toBe(409)
  expect(told.json()).toMatchObject({
    code: 'coupon_invalid',
    message: 'This code is for new customers only',
  })

  const stranger = new Visitor(shop)
  expect((await check(stranger, coupon, { packageId: pkg.id })).statusCode).toBe(200)
  for (const email of ['henrik@example.com', 'Grace+1@Example.com'])
    expect((await check(stranger, coupon, { email })).json()).toMatchObject({ valid: true })
  const use = { packageId: pkg.id, finalAmount: 80 }
  const refused = await stranger.post('/api/create-order', {
    ...use,
    userData: buyerForm({ email: 'Grace+1@Example.com', couponCode: coupon.code }),
  })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'coupon_invalid',
    message: 'The coupon code is invalid or has expired',
  })
})
