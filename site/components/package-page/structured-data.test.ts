import { expect, test } from 'vitest'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { PACKAGE } from '#site/components/testing/packages.ts'
import { describePackage } from './structured-data.ts'

const origin = new URL('https://shop.example')
const offersOf = (offered: Package) => (describePackage(offered, [], origin)[0] as { offers: unknown }).offers
const url = 'https://shop.example/packages/shop'

test('a package has an offer, and one for each other currency, whose address leads there', () => {
  const inDollars = expect.objectContaining({ url, price: '2490.00', priceCurrency: 'USD' })
  expect(offersOf(PACKAGE)).toEqual(inDollars)
  expect(offersOf({ ...PACKAGE, prices: { EUR: 2299, JPY: 373_999 } })).toEqual([
    inDollars,
    expect.objectContaining({ url: `${url}?currency=EUR`, price: '2299.00', priceCurrency: 'EUR' }),
    expect.objectContaining({ url: `${url}?currency=JPY`, price: '373999', priceCurrency: 'JPY' }),
  ])
})

test('a review is by the person or the company whose name it has', () => {
  const review = {
    id: 1,
    customerRole: '',
    customerCompany: '',
    rating: 5,
    comment: 'Good.',
    badge: null,
    reply: '',
  }
  const reviews = [
    { ...review, createdAt: '2026-11-22T10:15:00.000Z', customerName: 'Grace Holm', isCompany: false },
    { ...review, createdAt: '2026-11-22T10:15:00.000Z', customerName: 'Holm & Sons', isCompany: true },
  ]
  const [product] = describePackage({ ...PACKAGE, reviewSummary: { average: 5, count: 2 } }, reviews, origin)
  expect((product as { review: { author: object }[] }).review.map(({ author }) => author)).toEqual([
    { '@type': 'Person', name: 'Grace Holm' },
    { '@type': 'Organization', name: 'Holm & Sons' },
  ])
})
