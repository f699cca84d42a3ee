import { expect, test } from 'vitest'
import { PACKAGE } from '#site/components/testing/packages.ts'
import { applyFilters, hidesPackages, NO_FILTERS, putFilters, readFilters, writeFilters } from './filters.ts'

const store = { ...PACKAGE, features: ['Card payments'], reviewSummary: { average: 4.3, count: 14 } }
const audit = {
  ...store,
  id: 2,
  name: 'Café Audit',
  price: 99,
  category: 'SEO & Marketing',
  deliveryDays: 2,
  reviewSummary: { average: 4.8, count: 3 },
}
const names = (filters: Partial<typeof NO_FILTERS>) =>
  applyFilters([store, audit], { ...NO_FILTERS, ...filters }, 'USD').map(({ name }) => name)

test('every word has to be found somewhere, without regard to case and accents', () => {
  expect(names({ query: 'CAFE audit' })).toEqual(['Café Audit'])
  expect(names({ query: 'café AUDİT' })).toEqual(['Café Audit'])
  expect(names({ query: 'card store' })).toEqual(['Online Store'])
  expect(names({ query: 'card audit' })).toEqual(['Café Audit'])
  expect(names({ query: 'pigeon' })).toEqual([])
})

test('the ends of the price range belong to it', () => {
  expect(names({ minPrice: 99, maxPrice: 2490 })).toEqual(['Online Store', 'Café Audit'])
  expect(names({ minPrice: 99.01 })).toEqual(['Online Store'])
  expect(names({ maxPrice: 2489 })).toEqual(['Café Audit'])
})

test('sorting keeps the given packages as they are', () => {
  const given = [store, audit]
  expect(applyFilters(given, { ...NO_FILTERS, sort: 'price-low' }, 'USD')).toEqual([audit, store])
  expect(given).toEqual([store, audit])
  expect(names({ sort: 'rating' })).toEqual(['Café Audit', 'Online Store'])
  expect(names({ sort: 'fastest' })).toEqual(['Café Audit', 'Online Store'])
})

test('prices are compared in the visitor’s currency: a package without one is in no range, and last', () => {
  const inEuros = { ...store, prices: { EUR: 90 } }
  const list = (filters: Partial<typeof NO_FILTERS>) =>
    applyFilters([audit, inEuros], { ...NO_FILTERS, ...filters }, 'EUR').map(({ name }) => name)
  expect(list({ maxPrice: 95 })).toEqual(['Online Store'])
  expect(list({ minPrice: 95 })).toEqual([])
  for (const sort of ['price-low', 'price-high'] as const)
    expect(list({ sort })).toEqual(['Online Store', 'Café Audit'])
})

test('filters survive the way through the address', () => {
  const filters = {
    query: 'a & b',
    category: 'SEO & Marketing',
    minPrice: 0,
    maxPrice: 1500.5,
    sort: 'rating',
  } as const
  expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters)
  expect(writeFilters(NO_FILTERS)).toEqual({})
})

test('a price may be typed as the cards write it', () => {
  const typed = new URLSearchParams({ min: '$1,299.00', max: '2 500' })
  expect(readFilters(typed)).toMatchObject({ minPrice: 1299, maxPrice: 2500 })
  expect(readFilters(new URLSearchParams({ min: '$' })).minPrice).toBeUndefined()
})

test('filters replace filters in the address, and leave what else it says', () => {
  const address = new URLSearchParams('utm_source=mail&q=old&min=5')
  const next = putFilters(address, { ...NO_FILTERS, query: 'new' })
  expect(next.toString()).toBe('utm_source=mail&q=new')
  expect(putFilters(next, NO_FILTERS).toString()).toBe('utm_source=mail')
})

test('nonsense in the address counts as absent', () => {
  const nonsense = new URLSearchParams({ min: 'NaN', max: '-5', sort: 'constructor' })
  expect(readFilters(nonsense)).toEqual(NO_FILTERS)
})

test('an order alone hides nothing', () => {
  expect(hidesPackages({ ...NO_FILTERS, sort: 'rating' })).toBe(false)
  expect(hidesPackages({ ...NO_FILTERS, maxPrice: 0 })).toBe(true)
})
