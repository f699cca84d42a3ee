import { beforeEach, describe, expect, test } from 'vitest'
import type { Coupon as WireCoupon } from '#api/contract/catalogue/coupons.ts'
import type { AuditEntry } from '#api/contract/platform/audit.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { FOUR_CURRENCIES, sellIn } from '#api/testing/sell-in.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: SignedIn
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
})

const create = (body: unknown) => admin.browser.post('/api/admin/coupons', body)
const change = (id: number, body: unknown) => admin.browser.patch(`/api/admin/coupons/${id}`, body)
const TEN = { code: 'autumn10', discountType: 'percentage', discount: 10 }
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

const BAD_FIELDS: [string, unknown][] = [
  ['code', ''],
  ['code', 'ab'],
  ['code', 'has space'],
  ['code', '-FIRST'],
  ['code', 'É10'],
  ['code', 'x'.repeat(51)],
  ['code', 7],
  ['discountType', 'gift'],
  ['discount', 0],
  ['discount', -5],
  ['discount', 100.01],
  ['discount', 12.345],
  ['discount', 1e-7],
  ['discount', '10'],
  ['discount', null],
  ['usageLimit', 0],
  ['usageLimit', 1.5],
  ['usageLimit', 2_147_483_648],
  ['expiresAt', 'tomorrow'],
  ['expiresAt', '2020-01-01T00:00:00Z'],
  ['expiresAt', 7],
  ['newCustomersOnly', 'yes'],
  ['packageId', 99_999],
  ['packageId', 0],
  ['status', 'expired'],
]

describe('making a coupon', () => {
  test('returns it as the list shows it, and it can be used at once', async () => {
    const response = await create(TEN)
    expect(response.statusCode).toBe(201)
    const made = response.json<WireCoupon>()
    expect(made).toEqual({
      id: expect.any(Number),
      code: 'AUTUMN10',
      discount: 10,
      discountType: 'percentage',
      status: 'active',
      displayStatus: 'active',
      usedCount: 0,
      usageLimit: null,
      expiresAt: null,
      newCustomersOnly: false,
      packageId: null,
      owner: null,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await admin.browser.get('/api/coupons')).json()).toEqual([made])
    const used = await new Visitor(shop).post('/api/coupons/validate', { code: 'Autumn10 ' })
    expect(used.json()).toEqual({ valid: true, code: 'AUTUMN10', discountType: 'percentage', discount: 10 })
  })

  test('takes a limit, an expiry, a package and new customers only', async () => {
    const pkg = await insertPackage(shop.db)
    const expiresAt = tomorrow()
    const all = { usageLimit: 5, expiresAt, packageId: pkg.id, newCustomersOnly: true, status: 'inactive' }
    const made = await create({ code: 'FIFTY', discountType: 'fixed', discount: 49.99, ...all })
    expect(made.json()).toMatchObject({ ...all, discount: 49.99, displayStatus: 'inactive' })
  })

  test('takes every amount of two decimals exactly', async () => {
    for (const [index, discount] of [0.01, 0.29, 1.1, 19.99, 33.33, 100].entries()) {
      const made = await create({ code: `EXACT${index}`, discountType: 'percentage', discount })
      expect(made.json(), String(discount)).toMatchObject({ discount })
    }
    const large = await create({ code: 'LARGE', discountType: 'fixed', discount: 21_474_836.47 })
    expect(large.json()).toMatchObject({ discount: 21_474_836.47 })
    const larger = await create({ code: 'LARGER', discountType: 'fixed', discount: 21_474_836.48 })
    expect(larger.statusCode).toBe(400)
  })

  test('is refused where a value is missing or wrong', async () => {
    for (const [field, value] of BAD_FIELDS) {
      const response = await create({ ...TEN, [field]: value })
      expect(response.statusCode, `${field} = ${JSON.stringify(value)}`).toBe(400)
      expect(response.json(), `${field} = ${JSON.stringify(value)}`).toMatchObject({
        issues: [{ path: field }],
      })
    }
    expect(await Coupon.query(shop.db).resultSize()).toBe(0)
  })

  test('with a code that is taken is refused, whatever its case, also at once', async () => {
    const responses = await Promise.all(
      ['Once', 'ONCE', 'once', 'oNCE'].map((code) => create({ ...TEN, code })),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'code_taken',
      issues: [{ path: 'code', message: 'A coupon with this code already exists' }],
    })
  })

  test('ignores unknown fields', async () => {
    const made = await create({ ...TEN, usedCount: 7, id: 99, createdAt: '2000-01-01T00:00:00Z' })
    expect(made.json()).toMatchObject({ usedCount: 0 })
    expect(made.json<WireCoupon>().id).not.toBe(99)
  })
})

describe('changing a coupon', () => {
  test('takes it out of use and back, and leaves the rest', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'SUMMER', usageLimit: 9 })
    const off = await change(coupon.id, { status: 'inactive' })
    expect(off.json()).toMatchObject({
      status: 'inactive',
      displayStatus: 'inactive',
      usageLimit: 9,
      discount: 20,
    })
    const refused = await new Visitor(shop).post('/api/coupons/validate', { code: 'SUMMER' })
    expect(refused.statusCode).toBe(404)
    expect((await change(coupon.id, { status: 'active' })).json()).toMatchObject({ displayStatus: 'active' })
  })

  test('takes limit, expiry and package away', async () => {
    const { id: packageId } = await insertPackage(shop.db)
    const coupon = await insertCoupon(shop.db, {
      usageLimit: 3,
      expiresAt: new Date('2020-01-01'),
      packageId,
    })
    const nothing = { usageLimit: null, expiresAt: null, packageId: null }
    expect((await change(coupon.id, nothing)).json()).toMatchObject({ ...nothing, displayStatus: 'active' })
  })

  test('cannot set the limit below the number of uses', async () => {
    const coupon = await insertCoupon(shop.db, { usageLimit: 5, usedCount: 3 })
    const refused = await change(coupon.id, { usageLimit: 2 })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'limit_below_used',
      issues: [{ path: 'usageLimit', message: 'The limit cannot be below the 3 uses already taken' }],
    })
    expect((await change(coupon.id, { usageLimit: 3 })).json()).toMatchObject({ displayStatus: 'used' })
  })

  test('checks type and discount together, whichever of them is sent', async () => {
    const coupon = await insertCoupon(shop.db, { discountType: 'fixed', discountHundredths: 50_000 })
    const refused = await change(coupon.id, { discountType: 'percentage' })
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { issues: [{ path: 'discount' }] }])
    const both = await change(coupon.id, { discountType: 'percentage', discount: 50 })
    expect(both.json()).toMatchObject({ discountType: 'percentage', discount: 50 })
    expect((await change(coupon.id, { discount: 101 })).statusCode).toBe(400)
  })

  test('accepts a past expiry only if it is unchanged', async () => {
    const expiresAt = '2020-01-01T00:00:00.000Z'
    const coupon = await insertCoupon(shop.db, { expiresAt: new Date(expiresAt) })
    expect((await change(coupon.id, { expiresAt, usageLimit: 4 })).json()).toMatchObject({ usageLimit: 4 })
    expect((await change(coupon.id, { expiresAt: '2021-01-01T00:00:00Z' })).statusCode).toBe(400)
  })

  test('to a code that is taken, or of an unknown coupon, is refused', async () => {
    await insertCoupon(shop.db, { code: 'TAKEN' })
    const coupon = await insertCoupon(shop.db)
    expect((await change(coupon.id, { code: 'taken' })).json()).toMatchObject({ code: 'code_taken' })
    expect((await change(99_999, { status: 'inactive' })).statusCode).toBe(404)
  })

  test('is recorded in the audit log with who, from and to; one that changes nothing is not', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'LOGGED', usageLimit: 5 })
    await change(coupon.id, {})
    await change(coupon.id, { usageLimit: 5 })
    await change(coupon.id, { usageLimit: 8, discount: 25 })
    const entries = (await admin.browser.get('/api/admin/audit-log?subject=coupon')).json<AuditEntry[]>()
    expect(entries).toMatchObject([
      { action: 'updated', subjectLabel: 'LOGGED', actor: { id: admin.user.id } },
    ])
    expect(entries[0]?.changes).toEqual([
      { field: 'discount', from: 20, to: 25 },
      { field: 'usageLimit', from: 5, to: 8 },
    ])
  })
})

test.each([
  ['has expired', { expiresAt: new Date(Date.now() - 1_000) }],
  ['is used up', { usageLimit: 1, usedCount: 1 }],
  ['is out of use', { status: 'inactive' as const }],
])('a coupon that %s is an unknown code', async (_, fields) => {
  await insertCoupon(shop.db, { code: 'SUMMER', ...fields })
  const refused = await new Visitor(shop).post('/api/coupons/validate', { code: 'SUMMER' })
  expect(refused.statusCode).toBe(404)
  expect(refused.json()).toMatchObject({ message: 'The coupon code is invalid or has expired' })
})

describe('amounts in other currencies', () => {
  sellIn(FOUR_CURRENCIES)

  const FIFTY = { code: 'FIFTY', discountType: 'fixed', discount: 50 }

  const create = (fields: object) => admin.browser.post('/api/admin/coupons', { ...FIFTY, ...fields })

  const change = ({ id }: { id: number }, body: object) =>
    admin.browser.patch(`/api/admin/coupons/${id}`, body)

  test('a fixed coupon has amounts in several currencies, which buyers, list and log are told', async () => {
    const made = (await create({ amounts: { INR: 4_000, JPY: '7500' } })).json<WireCoupon>()
    expect(made).toMatchObject({ discount: 50, currency: 'USD', amounts: { INR: 4_000, JPY: 7_500 } })
    const valid = await new Visitor(shop).post('/api/coupons/validate', { code: 'FIFTY' })
    expect(valid.json()).toMatchObject({ discount: 50, currency: 'USD', amounts: { INR: 4_000, JPY: 7_500 } })
    await change(made, { amounts: { JPY: null } })
    expect((await admin.browser.get('/api/coupons')).json()).toMatchObject([{ amounts: { INR: 4_000 } }])
    const [entry] = (await admin.browser.get('/api/admin/audit-log?subject=coupon')).json<AuditEntry[]>()
    expect(entry?.changes).toEqual([
      { field: 'amounts', from: ['INR 4000.00', 'JPY 7500'], to: ['INR 4000.00'] },
    ])
    const { body } = await admin.browser.get('/api/admin/coupons.csv')
    expect(body).toMatch(/"Created","Currency","In other currencies"\r\n.*,"USD","INR 4000\.00"\r\n$/)
  })

  test.each([
    ['GBP', 40, 'Besides USD, the shop sells in INR, EUR, JPY'],
    ['JPY', 12.5, 'Discount must be a whole amount of more than 0'],
    ['EUR', 0, 'Discount must be more than 0, with at most two decimals'],
  ])('an amount of %s %s is refused at its field', async (code, amount, message) => {
    const refused = await create({ amounts: { [code]: amount } })
    expect(refused.json()).toMatchObject({ issues: [{ path: `amounts.${code}`, message }] })
  })

  test('the figure stays the same when yen become a percentage', async () => {
    const yen = { currency: 'JPY', discountHundredths: 50 } as const
    const coupon = await insertCoupon(shop.db, { discountType: 'fixed', ...yen })
    const changed = await change(coupon, { discountType: 'percentage' })
    expect(changed.json<WireCoupon>()).toMatchObject({ discountType: 'percentage', discount: 50 })
  })

  test('what becomes a percentage has no amounts, and fits every currency', async () => {
    const coupon = await insertCoupon(shop.db, {
      discountType: 'fixed',
      discountHundredths: 5_000,
      otherAmounts: { INR: 400_000 },
    })
    const changed = await change(coupon, { discountType: 'percentage', discount: 20 })
    expect(changed.json<WireCoupon>()).not.toHaveProperty('amounts')
    const back = await change(coupon, { discountType: 'fixed' })
    expect(back.json<WireCoupon>()).toMatchObject({ discount: 20, currency: 'USD' })
    expect(back.json<WireCoupon>()).not.toHaveProperty('amounts')
  })
})
