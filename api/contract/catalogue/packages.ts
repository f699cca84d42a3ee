/** Packages, categories and pictures, as the back office edits them. */
import * as z from 'zod'
import { FOLLOW_PARAMETERS, Id, listParameters } from '#api/contract/platform/lists.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { cleanLine, cleanMachineText } from '#api/rules/clean-text.ts'
import { DEFAULT_CURRENCY } from '#api/rules/money/currencies.ts'
import { parseAmount } from '#api/rules/money/money.ts'
import { findPlanFault } from '#api/rules/money/payment-plan.ts'
import { PRICE_MESSAGE } from '#api/rules/money/set-amounts.ts'
import { isPictureAddress } from '#api/rules/order-work/uploads.ts'
import {
  CHANGES_MESSAGE,
  DELIVERY_MESSAGE,
  LARGEST_DELIVERY_DAYS,
  MOST_INCLUDED_CHANGES,
} from '#api/rules/package-rules.ts'
import { Category, Package, PackageQuestion, PlannedInstalment } from './catalogue.ts'

const TypedPrice = z.string().overwrite(cleanMachineText).max(32)

/** Amounts by currency code. Which ones are valid depends on the shop's currencies, so api/rules/money/set-amounts.ts checks that. */
export const OtherAmounts = z
  .record(z.string(), z.union([z.number(), TypedPrice, z.null()], 'Must be an amount or null'))
  .meta({ examples: [{ INR: 109_900 }] })
  .describe('in other currencies of the shop, by their code; null: none in it. Those left out stay')

export const PACKAGE_SORTS = ['id', 'name', 'price', 'category'] as const

export const PackageListQuery = z.object({
  ...listParameters(PACKAGE_SORTS, 'id'),
  ...FOLLOW_PARAMETERS,
  category: z
    .optional(boundedText({ max: 100, label: 'category' }))
    .describe('only packages of this category, by its name'),
  status: z
    .enum(['active', 'inactive'], 'status must be active or inactive')
    .optional()
    .describe('active: on sale'),
})
export type PackageListQuery = z.infer<typeof PackageListQuery>

/** A package with its `questions`. `informationRequired` has only their texts. */
export const AdminPackage = Package.extend({
  questions: z.array(PackageQuestion),
  includedChanges: z
    .int()
    .nullable()
    .describe(
      'how many changes of a delivery are in the price; null: as the text of the package says, uncounted',
    ),
  version: z.int().describe('one more with each save that changes something'),
})
export type AdminPackage = z.infer<typeof AdminPackage>

/** For filters and selectors. */
export const PackageName = Package.pick({ id: true, name: true, isActive: true })
export type PackageName = z.infer<typeof PackageName>

const LONGEST_LIST = 50

/** A list of lines. Blank ones are removed, as in the form. */
const lines = (label: string) =>
  z
    .array(boundedText({ max: 500, label: `A line of ${label}` }), `${label} must be a list`)
    .max(LONGEST_LIST, `${label} has at most ${LONGEST_LIST} lines`)
    .transform((list) => list.filter((line) => line !== ''))

/** A path on this site (never `//host`) or an https URL. A package without an image shows its category's. */
export const ImageUrl = boundedText({ max: 2000, label: 'Image URL' }).check(
  z.refine(
    (url) => url === '' || isPictureAddress(url),
    'Image URL must start with https:// or with / for a picture of this site',
  ),
)

/** Absent for a decorative picture. */
export const ImageAlt = z.optional(boundedText({ max: 200, label: 'Alternative text' }))

/**
 * A question is identified by its text: its type, position and whether it is required may change. `id` must belong to a question of
 * this package.
 */
const QuestionBody = z.object({
  id: Id.optional(),
  question: boundedText({ min: 1, max: 500, label: 'Question', message: 'Question is required' }),
  questionType: PackageQuestion.shape.questionType.optional(),
  required: z.boolean().optional(),
})
export type QuestionBody = z.infer<typeof QuestionBody>

/** Null: paid at once. */
export const PaymentPlan = z
  .array(PlannedInstalment.extend({ label: z.string().overwrite(cleanLine) }))
  .superRefine((instalments, context) => {
    const message = findPlanFault(instalments)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .nullable()

/**
 * `category` is the current or a former name of an existing category. If both `questions` and `informationRequired` are sent,
 * `questions` is used. A price may be text such as `"$1,299.50"`, and is in the shop's default currency.
 */
export const CreatePackageBody = z.object({
  name: boundedText({ min: 1, max: 200, label: 'Name', message: 'Name is required' }),
  description: boundedText({
    min: 1,
    max: 1000,
    label: 'Description',
    isLong: true,
    message: 'Description is required',
  }),
  longDescription: z.optional(boundedText({ max: 20_000, label: 'Long description', isLong: true })),
  price: z
    .union([z.number(), TypedPrice], PRICE_MESSAGE)
    .refine((price) => parseAmount(price, DEFAULT_CURRENCY) !== undefined, PRICE_MESSAGE),
  prices: OtherAmounts.optional(),
  paymentPlan: PaymentPlan.optional().describe('two or three instalments; null: paid at once'),
  category: z.optional(boundedText({ max: 100, label: 'Category' })),
  imageUrl: z.optional(ImageUrl),
  imageAlt: ImageAlt,
  deliveryDays: z
    .int(DELIVERY_MESSAGE)
    .min(1, DELIVERY_MESSAGE)
    .max(LARGEST_DELIVERY_DAYS, DELIVERY_MESSAGE)
    .optional(),
  includedChanges: z
    .int(CHANGES_MESSAGE)
    .min(0, CHANGES_MESSAGE)
    .max(MOST_INCLUDED_CHANGES, CHANGES_MESSAGE)
    .nullable()
    .optional(),
  features: lines('Features').optional(),
  whatYouGet: lines('What you get').optional(),
  whatYouDontGet: lines('What you don’t get').optional(),
  isActive: z.boolean().optional(),
  informationRequired: lines('Questions').optional(),
  questions: z.array(QuestionBody).max(LONGEST_LIST, `At most ${LONGEST_LIST} questions`).optional(),
})
export type CreatePackageBody = z.infer<typeof CreatePackageBody>

/** Omitted fields stay unchanged. */
export const UpdatePackageBody = CreatePackageBody.partial().extend({
  id: Id.optional().describe('of the package, as in the address'),
  expectedVersion: Id.optional().describe('of the package as it was read; 409 where it was saved since'),
})
export type UpdatePackageBody = z.infer<typeof UpdatePackageBody>

export const PriceRates = z.record(z.string(), z.string()).describe('by the other currency’s code')
export type PriceRates = z.infer<typeof PriceRates>

export const AdminCategory = Category.omit({ fromPrice: true, currency: true }).extend({
  id: z.int(),
  packageCount: z.int().describe('the inactive packages too'),
})
export type AdminCategory = z.infer<typeof AdminCategory>

export const CreateCategoryBody = z.object({
  name: boundedText({ min: 1, max: 60, label: 'Name', message: 'Name is required' }),
  description: boundedText({ min: 1, max: 200, label: 'Text', isLong: true, message: 'Text is required' }),
  imageUrl: ImageUrl.check(z.refine((url) => url !== '', 'Picture is required')),
  imageAlt: ImageAlt,
  isHidden: z.boolean().optional(),
})
export type CreateCategoryBody = z.infer<typeof CreateCategoryBody>

/** Omitted fields stay unchanged. `position` is the new place, from 0; a number beyond the end means the last place. */
export const UpdateCategoryBody = CreateCategoryBody.partial().extend({
  position: z.int('Position must be a whole number').min(0).max(10_000).optional(),
})
export type UpdateCategoryBody = z.infer<typeof UpdateCategoryBody>

export const UploadedPicture = z.object({
  id: z.int(),
  state: z.enum(['waiting', 'ready', 'refused']),
  imageUrl: z.string().nullable().describe('of a ready one: for a package or a category'),
  refusal: z.string().nullable().describe('of a refused one: why, for people'),
})
export type UploadedPicture = z.infer<typeof UploadedPicture>
