/** Packages, questions, reviews and categories as visitors see them. */
import * as z from 'zod'

export const ReviewSummary = z.object({ average: z.number(), count: z.int() })
export type ReviewSummary = z.infer<typeof ReviewSummary>

/** A package in responses. `price` is in dollars, `deliveryDays` in business days. */
export const Package = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  longDescription: z.string(),
  price: z.number(),
  category: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string().describe('for who cannot see the picture; empty where it only decorates'),
  deliveryDays: z.int(),
  features: z.array(z.string()),
  whatYouGet: z.array(z.string()),
  whatYouDontGet: z.array(z.string()),
  isActive: z.boolean(),
  informationRequired: z.array(z.string()),
  reviewSummary: ReviewSummary,
})
export type Package = z.infer<typeof Package>

export const Review = z.object({
  id: z.int(),
  customerName: z.string(),
  customerRole: z.string().describe('such as Practice manager; empty where it is not known'),
  customerCompany: z.string().describe('empty where it is not known'),
  rating: z.int(),
  comment: z.string(),
  createdAt: z.string(),
})
export type Review = z.infer<typeof Review>

export const PackageQuestion = z.object({
  id: z.int(),
  question: z.string(),
  questionType: z.enum(['text', 'textarea', 'files']),
  required: z.boolean(),
})
export type PackageQuestion = z.infer<typeof PackageQuestion>

/** A category with at least one package in the shop. Packages name their category by its `name`. */
export const Category = z.object({
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string().describe('for who cannot see the picture; empty where it only decorates'),
  isHidden: z.boolean().describe('left out of tiles and filters; its packages are in the shop'),
  formerNames: z.array(z.string()).describe('addresses with one of these lead on to it'),
  fromPrice: z.number().describe('dollars, of its cheapest package in the shop'),
})
export type Category = z.infer<typeof Category>

/** The catalogue at one moment, as the API shows it. The site is built from it. */
export interface CatalogueSnapshot {
  packages: Package[]
  categories: Category[]
  /** By package id. */
  reviews: Record<number, Review[]>
}
