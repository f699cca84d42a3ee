import { describe, expect, test } from 'vitest'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { insertPackage } from '#db/testing/builders.ts'
import { signInAs } from './back-office.ts'
import { buyerForm } from './buyer.ts'
import { openTestApp } from './test-app.ts'

const shop = openTestApp()

const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...ACCOUNT } = buyerForm()

const send = (url: string, payload: string) =>
  shop.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })

/** The rules and exact messages of docs/product/shop.md, Form rules. */
const RULES: [field: string, tooShort: string, message: string, unfit?: string][] = [
  ['firstName', 'G', 'First name must be at least 2 characters'],
  ['lastName', 'H', 'Last name must be at least 2 characters'],
  ['email', 'grace@', 'Please enter a valid email address'],
  ['password', '12345', 'Password must be at least 6 characters'],
  ['phone', '123456789', 'Please enter a valid phone number', 'abcdefghij'],
  ['company', 'H', 'Company name must be at least 2 characters'],
  ['jobTitle', 'O', 'Job title must be at least 2 characters'],
  ['address', 'Bred', 'Address must be at least 5 characters'],
  ['city', 'C', 'City must be at least 2 characters'],
  ['state', 'H', 'State must be at least 2 characters'],
  ['country', '', 'Please select a country', 'ZZZZZ'],
  ['zipCode', '12', 'ZIP/PIN code must be at least 3 characters'],
]

describe.each(RULES)('%s', (field, tooShort, message, unfit = tooShort) => {
  const wrong: [how: string, value: unknown][] = [
    ['too short', tooShort],
    ['of the right length alone', unfit],
    ['blank', '   '.slice(0, Math.max(tooShort.length, 1))],
    ['missing', undefined],
    ['null', null],
    ['a number', 1234567],
    ['a list', [tooShort]],
    ['an object', { length: 100, trim: true }],
  ]

  test('that is invalid is refused with the form’s own message, at the field', async () => {
    const pkg = await insertPackage(shop.db)
    for (const [how, value] of wrong) {
      const registered = await send('/api/auth/register', JSON.stringify({ ...ACCOUNT, [field]: value }))
      const ordered = await send(
        '/api/create-order',
        JSON.stringify({ packageId: pkg.id, finalAmount: 1299, userData: buyerForm({ [field]: value }) }),
      )
      for (const [response, path] of [
        [registered, field],
        [ordered, `userData.${field}`],
      ] as const) {
        expect(response.statusCode, how).toBe(400)
        expect(response.json(), how).toEqual({
          code: 'invalid_input',
          message,
          issues: expect.arrayContaining([{ path, message }]),
          requestId: expect.any(String),
        })
      }
    }
    expect(await User.query(shop.db).resultSize()).toBe(0)
    expect(await Order.query(shop.db).resultSize()).toBe(0)
  })

  test('that is too long, or nothing but what the database cannot store, is refused', async () => {
    for (const value of ['\u0000', '\ud800\u0007', 'x'.repeat(10_000)]) {
      // Passwords may contain any character, because only their hash is stored. Other fields may become empty.
      if (value.length < 100 && !['firstName', 'lastName', 'email'].includes(field)) continue
      const response = await send('/api/auth/register', JSON.stringify({ ...ACCOUNT, [field]: value }))
      expect(response.statusCode).toBe(400)
      const { issues } = response.json<{ issues: { path: string }[] }>()
      expect(new Set(issues.map(({ path }) => path))).toEqual(new Set([field]))
    }
  })
})

test('a tax ID in the shape of a GSTIN needs the right check character, in the purchase form and in the profile', async () => {
  const message = 'This is not a valid GSTIN. Please check your registration.'
  const pkg = await insertPackage(shop.db)
  const { user, browser } = await signInAs(shop)
  const { id: _, ...profile } = user
  const order = (taxId: string) =>
    send(
      '/api/create-order',
      JSON.stringify({ packageId: pkg.id, finalAmount: 1299, userData: buyerForm({ taxId }) }),
    )
  const save = (taxId: string) => browser.put('/api/user/profile', { ...profile, taxId })

  expect((await order('27AAPFU0939F1ZW')).json()).toMatchObject({
    issues: [{ path: 'userData.taxId', message }],
  })
  expect((await save('27AAPFU0939F1ZW')).json()).toMatchObject({ issues: [{ path: 'taxId', message }] })
  for (const right of ['27AAPFU0939F1ZV', 'GB 123 4567 89']) {
    expect((await order(right)).statusCode).toBe(201)
    expect((await save(right)).statusCode).toBe(200)
  }
})

test.each([
  [{ email: 'no-address', password: 'a-fine-secret' }, 'email', 'Please enter a valid email address'],
  [{ password: 'a-fine-secret' }, 'email', 'Please enter a valid email address'],
  [{ email: 'a@example.com', password: '12345' }, 'password', 'Password must be at least 6 characters'],
  [{ email: 'a@example.com' }, 'password', 'Password must be at least 6 characters'],
  [{ email: 'a@example.com', password: null }, 'password', 'Password must be at least 6 characters'],
  [{ email: ['a@example.com'], password: 'a-fine-secret' }, 'email', 'Please enter a valid email address'],
])('the sign-in form %j is refused at %s', async (body, path, message) => {
  const response = await send('/api/auth/login', JSON.stringify(body))
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_input', issues: [{ path, message }] })
})

test.each(['', '   ', null, 7, ['GOOD']])('a coupon’s code %j gives the form’s own message', async (code) => {
  const response = await send('/api/coupons/validate', JSON.stringify({ code }))
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({
    issues: [{ path: 'code', message: 'Please enter a coupon code' }],
  })
})

test('all faults of a form are named', async () => {
  const response = await send(
    '/api/auth/register',
    JSON.stringify({ ...ACCOUNT, firstName: 'G', zipCode: '1' }),
  )
  expect(response.json<{ issues: { path: string }[] }>().issues.map(({ path }) => path)).toEqual([
    'firstName',
    'zipCode',
  ])
})
