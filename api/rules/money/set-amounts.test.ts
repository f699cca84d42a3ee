import { expect, test } from 'vitest'
import { FOUR_CURRENCIES } from '#api/testing/sell-in.ts'
import { money } from './money.ts'
import { findPriceFault, listOthers, proposePrice, readAmounts } from './set-amounts.ts'
import { type OfferedCurrency, ONLY_USD } from './sold-in.ts'

const rupees: OfferedCurrency = { code: 'INR', countries: ['IN'], endings: '9' }

test.each([
  ['whole', 'INR', 84_250_00],
  ['9', 'INR', 84_259_00],
  ['99', 'INR', 84_299_00],
  ['999', 'INR', 84_999_00],
  ['999', 'JPY', 84_999],
] as const)('a proposal that ends in %s in %s is the next such amount', (endings, code, minor) => {
  expect(proposePrice(money(100_000, 'USD'), '84.25', { code, countries: [], endings })).toEqual(
    money(minor, code),
  )
})

test('what ends so already stays, and nothing is proposed for what is free', () => {
  expect(proposePrice(money(999_00, 'USD'), '1', rupees)).toEqual(money(999_00, 'INR'))
  expect(proposePrice(money(0, 'USD'), '84.25', rupees)).toEqual(money(0, 'INR'))
})

test.each([
  ['12.5', 'JPY', 'Price must be a whole amount, such as 1299'],
  ['99', 'JPY', 'Price must be 0 or at least ¥100, the minimum for card payments'],
  ['0.99', 'USD', 'Price must be 0 or at least $1.00, the minimum for card payments'],
  ['1.005', 'INR', 'Enter a price, such as 1299.50'],
  ['100', 'JPY', undefined],
  ['0', 'EUR', undefined],
])('a price of %s %s', (price, code, fault) => {
  expect(findPriceFault(FOUR_CURRENCIES, price, code)).toBe(fault)
})

test('the smallest price is the smallest charge of the shop', () => {
  const soldIn = { ...FOUR_CURRENCIES, offered: [{ ...rupees, minimum: 50 }] }
  expect(findPriceFault(soldIn, 49, 'INR')).toContain('₹50.00')
  expect(findPriceFault(soldIn, 50, 'INR')).toBeUndefined()
})

test('amounts that are not named stay, also in a currency that is not offered any more', () => {
  const typed = { INR: '1,099.50', JPY: null }
  const read = readAmounts(
    FOUR_CURRENCIES,
    { before: { GBP: 5, JPY: 7 }, typed, currency: 'USD' },
    () => undefined,
  )
  expect(read).toEqual({ amounts: { GBP: 5, INR: 109_950 } })
})

test('a currency that is not offered is refused, and that of the amount itself', () => {
  const read = (code: string, soldIn = FOUR_CURRENCIES) =>
    readAmounts(soldIn, { before: {}, typed: { [code]: 7 }, currency: 'USD' }, () => undefined)
  expect(read('GBP')).toEqual({ code: 'GBP', fault: 'Besides USD, the shop sells in INR, EUR, JPY' })
  expect(read('USD')).toMatchObject({ code: 'USD' })
  expect(read('INR', ONLY_USD)).toMatchObject({ fault: 'Besides USD, the shop sells in no currency' })
  expect(listOthers(FOUR_CURRENCIES, 'INR')).toEqual(['USD', 'EUR', 'JPY'])
})
