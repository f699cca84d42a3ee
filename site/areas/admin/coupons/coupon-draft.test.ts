import { currencies } from 'virtual:content'
import { expect, test } from 'vitest'
import type { Coupon } from '#api/contract/catalogue/coupons.ts'
import { checkDraft, toBody, toDraft } from './coupon-draft.ts'

const coupon: Coupon = {
  id: 1,
  code: 'SUMMER25',
  discount: 12.5,
  discountType: 'percentage',
  status: 'inactive',
  displayStatus: 'expired',
  usedCount: 2,
  usageLimit: 5,
  expiresAt: '2020-06-01T10:20:30.000Z',
  newCustomersOnly: true,
  packageId: 3,
  owner: null,
  createdAt: '2020-01-01T00:00:00.000Z',
}
const whole = { ...toDraft(), code: 'autumn10', discount: '10' }

test('a coupon that is not touched is sent as it came, its seconds too', () => {
  expect(checkDraft(toDraft(coupon), coupon)).toEqual({})
  const { id: _, displayStatus: __, usedCount: ___, createdAt: ____, owner: _____, ...body } = coupon
  expect(toBody(toDraft(coupon), coupon)).toEqual(body)
})

test('empty fields mean no limit, no expiry and every package', () => {
  expect(checkDraft(whole)).toEqual({})
  expect(toBody(whole)).toEqual({
    code: 'autumn10',
    discountType: 'percentage',
    discount: 10,
    usageLimit: null,
    expiresAt: null,
    packageId: null,
    newCustomersOnly: false,
    status: 'active',
    ownerEmail: null,
  })
})

test('a new coupon is for the person whose email is typed', () => {
  expect(toBody({ ...whole, ownerEmail: ' clara@example.com ' })).toMatchObject({
    ownerEmail: 'clara@example.com',
  })
})

test.each([
  ['code', 'ab'],
  ['code', 'no spaces'],
  ['discount', ''],
  ['discount', '0'],
  ['discount', 'ten'],
  ['discount', '12.345'],
  ['discount', '100.5'],
  ['usageLimit', '0'],
  ['usageLimit', '1.5'],
  ['expiresAt', '2020-01-01T00:00'],
] as const)('%s = "%s" is refused at its field', (field, text) => {
  expect(checkDraft({ ...whole, [field]: text })).toEqual({ [field]: expect.stringMatching(/./) })
})

test('a fixed amount may be more than a hundred', () => {
  expect(checkDraft({ ...whole, discountType: 'fixed', discount: '250' })).toEqual({})
})

test('the expiry is a time of the company’s clocks', () => {
  expect(toDraft(coupon).expiresAt).toBe('2020-06-01T15:50')
  expect(toBody({ ...whole, expiresAt: '2030-01-01T00:00' }).expiresAt).toBe('2029-12-31T18:30:00.000Z')
})

const offer = (...codes: string[]) => codes.map((code) => ({ code, countries: [], endings: '9' }))

test('a fixed amount has others beside it in a shop of several currencies', () => {
  const before = { ...currencies }
  Object.assign(currencies, { offered: offer('INR', 'EUR', 'JPY') })
  const fixed: Coupon = {
    ...coupon,
    expiresAt: null,
    discountType: 'fixed',
    discount: 50,
    currency: 'USD',
    amounts: { INR: 4_000 },
  }
  const opened = toDraft(fixed)
  expect(opened.amounts).toEqual({ INR: '4000.00', EUR: '', JPY: '' })
  expect(toBody(opened).amounts).toEqual({ INR: '4000.00', EUR: null, JPY: null })
  expect(toBody({ ...opened, discountType: 'percentage' }).amounts).toBeUndefined()
  const wrong = checkDraft({ ...opened, amounts: { ...opened.amounts, JPY: '12.5' } })
  expect(wrong).toEqual({ 'amounts.JPY': 'Discount must be a whole amount of more than 0' })
  Object.assign(currencies, before)
})
