import { currencies } from 'virtual:content'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { checkDraft, type PackageDraft, placeIssues, splitLines, toBody, toDraft } from './package-draft.ts'

const item: AdminPackage = {
  id: 3,
  slug: 'cloud-review',
  name: 'Cloud Review',
  description: 'A look at your cloud.',
  longDescription: 'A long look.',
  price: 1299.5,
  currency: 'USD',
  category: 'Cloud Services',
  imageUrl: '/illustrations/cloud-services.svg',
  imageAlt: '',
  deliveryDays: 5,
  includedChanges: null,
  features: ['One', 'Two'],
  whatYouGet: ['A report'],
  whatYouDontGet: [],
  isActive: false,
  version: 4,
  informationRequired: ['Which cloud?'],
  questions: [{ id: 1, question: 'Which cloud?', questionType: 'text', required: true }],
  reviewSummary: { average: 0, count: 0 },
}
const draft = (fields: Partial<PackageDraft> = {}) => ({ ...toDraft(item), ...fields })

test('a package that is only looked at is sent back as it came', () => {
  const {
    id: _,
    slug: __,
    reviewSummary: ___,
    currency: ______,
    informationRequired: ____,
    questions: _____,
    version,
    ...sent
  } = item
  const typed = { price: '1299.50', expectedVersion: version, paymentPlan: null }
  expect(toBody(toDraft(item))).toEqual({ ...sent, ...typed })
})

test('included changes are counted from none on, and not counted where the field is empty', () => {
  const sent = (includedChanges: string) => {
    expect(checkDraft(draft({ includedChanges }))).toEqual({})
    return toBody(draft({ includedChanges })).includedChanges
  }
  expect([sent(''), sent(' '), sent('0'), sent('2')]).toEqual([null, null, 0, 2])
  expect(toDraft({ ...item, includedChanges: 0 }).includedChanges).toBe('0')
})

test('a plan is sent as it came, without its amounts, and one that is none is refused', () => {
  const plan = [
    { label: 'On ordering', share: 30, due: 'purchase' as const },
    { label: 'On acceptance', share: 70, due: 'accepted' as const },
  ]
  const opened = toDraft({
    ...item,
    paymentPlan: plan.map((instalment) => ({ ...instalment, amounts: { USD: 1 } })),
  })
  expect(toBody(opened).paymentPlan).toEqual(plan)
  const uneven = opened.paymentPlan.map((instalment) => ({ ...instalment, share: '50.5' }))
  expect(checkDraft(draft({ paymentPlan: uneven }))).toEqual({
    paymentPlan: 'Each share must be a whole percentage',
  })
})

test('lists are entered one a line, blank lines dropped', () => {
  expect(splitLines(' One \n\n  \nTwo\r\n')).toEqual(['One', 'Two'])
  expect(splitLines('')).toEqual([])
})

describe('the form', () => {
  test('needs a name, a price, whole delivery days of at least one and a short description', () => {
    expect(checkDraft(draft())).toEqual({})
    expect(Object.keys(checkDraft({ ...toDraft(), deliveryDays: '' }))).toEqual([
      'name',
      'price',
      'deliveryDays',
      'description',
    ])
  })

  test.each([
    ['price', '-1'],
    ['price', '9.999'],
    ['price', 'free'],
    ['deliveryDays', '0'],
    ['deliveryDays', '1.5'],
    ['deliveryDays', '4000'],
    ['includedChanges', '-1'],
    ['includedChanges', '1.5'],
    ['includedChanges', '101'],
    ['name', '   '],
    ['description', '\n'],
  ] as const)('refuses %s = %j', (field, text) => {
    expect(Object.keys(checkDraft(draft({ [field]: text })))).toEqual([field])
  })

  test('takes a free package and cents, and refuses a price that no card can be charged', () => {
    expect(checkDraft(draft({ price: '0' }))).toEqual({})
    expect(checkDraft(draft({ price: '1.01' }))).toEqual({})
    expect(checkDraft(draft({ price: '0.99' }))).toEqual({
      price: 'Price must be 0 or at least $1.00, the minimum for card payments',
    })
  })
})

test('the API’s issues stand at their fields, those of a line with its number', () => {
  const issues = [
    { path: 'imageUrl', message: 'Image URL must start with https://' },
    { path: 'features.2', message: 'Too long' },
    { path: 'features.4', message: 'Too long too' },
    { path: 'questions.0', message: 'Not of this form' },
  ]
  expect(placeIssues(issues)).toEqual({
    imageUrl: 'Image URL must start with https://',
    features: 'Line 3: Too long',
  })
})

const offer = (...codes: string[]) => codes.map((code) => ({ code, countries: [], endings: '9' }))

describe('in a shop of several currencies', () => {
  const before = { ...currencies }
  beforeAll(() => void Object.assign(currencies, { offered: offer('INR', 'EUR', 'JPY') }))
  afterAll(() => void Object.assign(currencies, before))

  test('an empty price is none, and what is not touched is sent as it came', () => {
    const opened = toDraft({ ...item, prices: { JPY: 195_999, INR: 109_900 } })
    expect(opened.prices).toEqual({ INR: '109900.00', EUR: '', JPY: '195999' })
    expect(toBody(opened).prices).toEqual({ INR: '109900.00', EUR: null, JPY: '195999' })
  })

  test('each price is checked in its currency, and a refusal of the API stands at its field', () => {
    const prices = { INR: '0.5', EUR: ' ', JPY: '12.5' }
    expect(Object.keys(checkDraft(draft({ prices })))).toEqual(['prices.INR', 'prices.JPY'])
    expect(placeIssues([{ path: 'prices.INR', message: 'Too low' }])).toEqual({ 'prices.INR': 'Too low' })
  })

  test('a price in what the shop sold in before is typed anew', () => {
    expect(toDraft({ ...item, currency: 'SGD' }).price).toBe('')
  })
})
