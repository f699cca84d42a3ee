import { beforeEach, expect, test } from 'vitest'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { money } from '#api/rules/money/money.ts'
import { describeParts } from '#api/rules/money/parts.ts'
import { $paidAtOnce, chosenParts, describeLater } from './parts.tsx'

const item = {
  id: 7,
  paymentPlan: [
    { label: 'On ordering', share: 50, due: 'purchase', amounts: {} },
    { label: 'On acceptance', share: 50, due: 'accepted', amounts: {} },
  ],
} as unknown as Package
const PRICE = money(103_921, 'USD')

beforeEach(() => $paidAtOnce.set(undefined))

test('the parts of what a coupon leaves are said plainly', () => {
  expect(describeParts(chosenParts(item, PRICE) ?? [])).toBe(
    '$519.60 today, $519.61 when you accept the work',
  )
})

test('everything is paid at once where the buyer chooses so, for that package alone', () => {
  $paidAtOnce.set(7)
  expect(chosenParts(item, PRICE)).toBeUndefined()
  $paidAtOnce.set(8)
  expect(chosenParts(item, PRICE)).toHaveLength(2)
})

test('there is nothing to choose without a plan, or where a part would be too small', () => {
  expect(chosenParts({ ...item, paymentPlan: undefined }, PRICE)).toBeUndefined()
  expect(chosenParts(item, money(150, 'USD'))).toBeUndefined()
})

test('after paying a part, what follows is said', () => {
  const later = [{ amount: 51_961, due: 'accepted' as const }]
  expect(describeLater({ later, currency: 'USD' })).toBe('Then $519.61 when you accept the work')
  expect(describeLater({ currency: 'USD' })).toBeUndefined()
})
