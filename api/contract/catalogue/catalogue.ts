/** Packages, questions, reviews and categories as visitors see them. */
import * as z from 'zod'
import { DUE_MOMENTS } from '#api/rules/money/payment-plan.ts'

/** A text with an example, for readers of the API reference. */
const text = (example: string) => z.string().meta({ examples: [example] })
const list = (...examples: string[]) => z.array(z.string()).meta({ examples: [examples] })

export const ReviewSummary = z.object({
  average: z.number().meta({ examples: [4.8] }),
  count: z.int().meta({ examples: [12] }),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

/** An instalment of the price, as set by the admin. */
export const PlannedInstalment = z.object({
  label: text('On ordering'),
  share: z
    .int('Each share must be a whole percentage')
    .meta({ examples: [50] })
    .describe('whole percent'),
  due: z.enum(DUE_MOMENTS),
})

/** `price` is in major units of `currency`, `deliveryDays` in business days. */
export const Package = z.object({
  id: z.int(),
  slug: text('business-website').describe('the last part of its page’s address'),
  name: text('Business Website'),
  description: text('A website of five pages, ready in three weeks'),
  longDescription: text('We plan, write and build a website of five pages with you.'),
  price: z
    .number()
    .meta({ examples: [1299] })
    .describe('in units of currency'),
  currency: text('USD').describe('of the price, as ISO 4217 has it'),
  prices: z
    .record(z.string(), z.number())
    .optional()
    .meta({ examples: [{ INR: 109_900 }] })
    .describe('in other currencies that the shop sells in, by their code; absent: in none'),
  paymentPlan: z
    .array(
      PlannedInstalment.extend({
        amounts: z
          .record(z.string(), z.number())
          .meta({ examples: [{ USD: 649.5 }] })
          .describe('of the price, by currency; none in one in which an instalment would be too small'),
      }),
    )
    .optional()
    .describe('the instalments in which it is paid, unless the buyer pays at once; absent: at once'),
  category: text('Web Development'),
  imageUrl: text('/illustrations/web-development.svg'),
  imageAlt: text('A laptop with a page being drawn').describe(
    'for who cannot see the picture; empty where it only decorates',
  ),
  deliveryDays: z
    .int()
    .meta({ examples: [15] })
    .describe('business days'),
  features: list('Five pages', 'Works on phones'),
  whatYouGet: list('The website on your domain'),
  whatYouDontGet: list('The domain itself'),
  isActive: z.boolean(),
  informationRequired: list('What does your company do?').describe('what a buyer is asked'),
  reviewSummary: ReviewSummary,
})
export type Package = z.infer<typeof Package>

export const Review = z.object({
  id: z.int(),
  customerName: text('Grace Holm'),
  customerRole: text('Practice manager').describe('such as Practice manager; empty where it is not known'),
  customerCompany: text('Holm & Sons').describe('empty where it is not known'),
  rating: z
    .int()
    .meta({ examples: [5] })
    .describe('1 to 5'),
  comment: text('Delivered a day early.'),
  badge: z
    .enum(['verified', 'imported'])
    .nullable()
    .describe('verified: of a paid and completed order, which was not refunded. null: it was'),
  isCompany: z.boolean().describe('customerName is that of a company'),
  reply: z.string().describe('of the provider; may be empty'),
  createdAt: text('2026-11-22T10:15:00.000Z'),
})
export type Review = z.infer<typeof Review>

export const PackageQuestion = z.object({
  id: z.int(),
  question: text('What does your company do?'),
  questionType: z.enum(['text', 'textarea', 'files']),
  required: z.boolean(),
})
export type PackageQuestion = z.infer<typeof PackageQuestion>

/** A category with at least one package in the shop. Packages reference it by `name`. */
export const Category = z.object({
  name: text('Web Development'),
  description: text('Websites and shops, planned and built'),
  imageUrl: text('/illustrations/web-development.svg'),
  imageAlt: text('A laptop with a page being drawn').describe(
    'for who cannot see the picture; empty where it only decorates',
  ),
  isHidden: z.boolean().describe('left out of tiles and filters; its packages are in the shop'),
  formerNames: list('Websites').describe('addresses with one of these lead on to it'),
  fromPrice: z
    .number()
    .meta({ examples: [499] })
    .describe('of its cheapest package in the shop'),
  fromPrices: z
    .record(z.string(), z.number())
    .optional()
    .meta({ examples: [{ INR: 41_900 }] })
    .describe('in other currencies, by their code, where each of its packages has a price in that'),
  currency: text('USD').describe('of the price, as ISO 4217 has it'),
})
export type Category = z.infer<typeof Category>

/** The catalogue at one moment, in the shapes of the API. The site is built from it. */
export interface CatalogueSnapshot {
  packages: Package[]
  categories: Category[]
  /** By package id. */
  reviews: Record<number, Review[]>
}
