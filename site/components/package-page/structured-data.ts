import { brand } from 'virtual:content'
import type { Package, Review } from '#api/contract/catalogue/catalogue.ts'
import { toDecimal } from '#api/rules/money/money.ts'
import { listPrices } from '#api/rules/money/sold-in.ts'
import { describeBreadcrumbs } from '#site/components/breadcrumbs.ts'

/** Search engines show only a few reviews. */
const LISTED_REVIEWS = 5

/**
 * Describes a package for search engines, with a rating only if it has reviews.
 * @param origin the origin of the shop's public address
 * @see https://schema.org/Product
 */
export function describePackage(item: Package, reviews: Review[], origin: URL): object[] {
  const url = new URL(`/packages/${item.slug}`, origin).href
  const offers = listPrices(item).map((price, index) => ({
    '@type': 'Offer',
    url: index === 0 ? url : `${url}?currency=${price.currency}`,
    price: toDecimal(price),
    priceCurrency: price.currency,
    availability: 'https://schema.org/InStock',
    seller: { '@type': 'Organization', name: brand.legalName },
  }))
  const product = {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: item.name,
    description: item.description,
    category: item.category,
    image: new URL(item.imageUrl, origin).href,
    url,
    brand: { '@type': 'Brand', name: brand.name },
    offers: offers.length > 1 ? offers : offers[0],
    ...(item.reviewSummary.count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: item.reviewSummary.average,
        reviewCount: item.reviewSummary.count,
        bestRating: 5,
        worstRating: 1,
      },
      review: reviews.slice(0, LISTED_REVIEWS).map((review) => ({
        '@type': 'Review',
        author: { '@type': review.isCompany ? 'Organization' : 'Person', name: review.customerName },
        datePublished: review.createdAt.slice(0, 10),
        reviewBody: review.comment,
        reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5, worstRating: 1 },
      })),
    }),
  }
  const breadcrumbs = [
    { name: 'Packages', path: '/#packages' },
    { name: item.name, path: `/packages/${item.slug}` },
  ]
  return [product, describeBreadcrumbs(breadcrumbs, origin)]
}
