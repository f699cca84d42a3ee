import { describe, expect, test } from 'vitest'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { addPackage, addRow, toBody, toDraft } from './offer-draft.ts'

const item = {
  name: 'Website',
  description: 'Five pages',
  price: 1299,
  currency: 'USD',
  deliveryDays: 15,
  prices: { INR: 109_900 },
} as unknown as Package

test('a new offer is valid to the end of a day two weeks ahead', () => {
  const { validUntil } = toBody(toDraft())
  const days = (Date.parse(validUntil) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13)
  expect(days).toBeLessThan(15.1)
})

test('a stored offer is sent as it was, and its last day stays', () => {
  const stored = {
    firstName: 'Grace',
    lastName: 'Holm',
    email: 'grace@example.com',
    title: 'Extra pages',
    lines: [{ text: 'Two pages', amount: '400.00' }],
    currency: 'USD',
    deliveryDays: 5,
    includedChanges: 0,
    questions: [{ question: 'Which?', required: true }],
    terms: 'T',
    bankDetails: 'B',
    paymentPlan: [{ label: 'All', share: 100, due: 'purchase' as const }],
  }
  const { validUntil } = toBody(toDraft())
  const body = toBody(toDraft({ ...stored, validUntil }))
  expect(body).toEqual({ ...stored, validUntil, fromOrderId: null })
})

test('a count that is empty or no number is left to the API to refuse', () => {
  const body = toBody({ ...toDraft(), deliveryDays: ' ', includedChanges: '' })
  expect(body).toMatchObject({ deliveryDays: Number.NaN, includedChanges: null })
})

describe('a package', () => {
  test('takes the place of an empty line, and gives the offer its name and days', () => {
    expect(addPackage(toDraft(), item)).toMatchObject({
      lines: [{ text: 'Website\nFive pages', amount: '1299.00' }],
      title: 'Website',
      deliveryDays: '15',
    })
  })

  test('beside another line changes neither, and has the price of the offer’s currency or none', () => {
    const draft = { ...toDraft({ lines: [{ text: 'Work', amount: '1' }] }), title: 'All' }
    expect(addPackage({ ...draft, currency: 'INR' }, item)).toMatchObject({
      title: 'All',
      deliveryDays: '7',
      lines: [{ text: 'Work' }, { amount: '109900.00' }],
    })
    expect(addPackage({ ...draft, currency: 'EUR' }, item).lines[1]?.amount).toBe('')
  })
})

test('rows keep keys of their own', () => {
  expect(addRow([{ key: 3 }], {})).toEqual([{ key: 3 }, { key: 4 }])
})
