import { expect, test } from 'vitest'
import type { Brand } from '#api/contract/content/brand.ts'
import type { SoldIn } from '#api/rules/money/sold-in.ts'
import { brand } from './content.ts'
import { describeMoney } from './money-words.ts'

const without = { ...brand, tax: { scheme: 'none', financialYearStart: 1 } } satisfies Brand
const RUPEES: SoldIn = {
  default: 'USD',
  offered: [{ code: 'INR', countries: ['IN'], endings: '9' }],
}
const DOLLARS: SoldIn = { default: 'USD', offered: [] }
const SINGAPORE: SoldIn = {
  default: 'SGD',
  offered: [{ code: 'USD', countries: ['US'], endings: '9' }],
}

test('a shop in one currency names it, and speaks of no rupees where none is shown', () => {
  expect(describeMoney(without, DOLLARS)).toMatchObject({
    prices: 'in US dollars',
    refunds: 'in US dollars',
    everywhere: 'at the same price',
    means: 'by card',
  })
  for (const soldIn of [DOLLARS, SINGAPORE])
    expect(JSON.stringify(describeMoney(without, soldIn))).not.toMatch(/rupee|UPI/i)
})

test('UPI is named where rupees are sold, and rupees on invoices where tax is due in them', () => {
  expect(describeMoney(brand, RUPEES)).toMatchObject({
    prices: 'in the currency that stands beside them',
    means: 'by card or, in Indian rupees, by UPI or Netbanking,',
    shown: expect.stringContaining('where tax on dollars is due in Indian rupees'),
    converted: expect.stringContaining('Rupees beside dollars'),
  })
  expect(describeMoney(without, RUPEES).converted).not.toMatch(/rupee/i)
})
