import { beforeEach, expect, test } from 'vitest'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { describeInstalments } from '#api/rules/money/instalments.ts'
import { money } from '#api/rules/money/money.ts'
import { $paidAtOnce, chosenInstalments, describeLater } from './instalments.tsx'

const item = {
  id: 7,
  paymentPlan: [
    { label: 'On ordering', share: 50, due: 'purchase', amounts: {} },
    { label: 'On acceptance', share: 50, due: 'accepted', amounts: {} },
  ],
} as unknown as Package
const PRICE = money(103_921, 'USD')

beforeEach(() => $paidAtOnce.set(undefined))

test('the instalments of what a coupon leaves are said plainly', () => {
  expect(describeInstalments(chosenInstalments(item, PRICE) ?? [])).toBe(
    '$519.60 today, $519.61 when you accept the work',
  )
})

test('everything is paid at once where the buyer chooses so, for that package alone', () => {
  $paidAtOnce.set(7)
  expect(chosenInstalments(item, PRICE)).toBeUndefined()
  $paidAtOnce.set(8)
  expect(chosenInstalments(item, PRICE)).toHaveLength(2)
})

test('there is nothing to choose without a plan, or where an instalment would be too small', () => {
  expect(chosenInstalments({ ...item, paymentPlan: undefined }, PRICE)).toBeUndefined()
  expect(chosenInstalments(item, money(150, 'USD'))).toBeUndefined()
})

test('after paying an instalment, what follows is said', () => {
  const later = [{ amount: 51_961, due: 'accepted' as const }]
  expect(describeLater({ later, currency: 'USD' })).toBe('Then $519.61 when you accept the work')
  expect(describeLater({ currency: 'USD' })).toBeUndefined()
})
