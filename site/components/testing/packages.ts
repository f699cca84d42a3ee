import type { Package } from '#api/contract/catalogue/catalogue.ts'

/** A package as the catalogue has it, without texts and reviews. */
export const PACKAGE: Package = {
  id: 1,
  slug: 'shop',
  name: 'Online Store',
  description: '',
  longDescription: '',
  price: 2490,
  currency: 'USD',
  category: 'Web Development',
  imageUrl: '/illustrations/e-commerce.svg',
  imageAlt: '',
  deliveryDays: 20,
  features: [],
  whatYouGet: [],
  whatYouDontGet: [],
  isActive: true,
  informationRequired: [],
  reviewSummary: { average: 0, count: 0 },
}
