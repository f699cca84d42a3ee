/** Coupons: checked by buyers, managed by admins. */
import * as z from 'zod'
import { User } from '#api/contract/people/auth.ts'
import { BuyerForm } from '#api/contract/people/buyer-form.ts'
import { Id, IdFilter, listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { cleanCode } from '#api/rules/clean-text.ts'
import {
  CODE_MESSAGE,
  CODE_PATTERN,
  DISCOUNT_MESSAGE,
  isDiscount,
  LIMIT_MESSAGE,
} from '#api/rules/coupon-rules.ts'
import { COUPON_DISPLAY_STATUSES } from '#api/rules/status-labels.ts'
import { OtherAmounts } from './packages.ts'

export const COUPON_SORTS = ['createdAt', 'code', 'usedCount', 'expiresAt'] as const

export const CouponListQuery = z.object({
  ...listParameters(COUPON_SORTS, '-createdAt'),
  status: oneOf('status', COUPON_DISPLAY_STATUSES).optional().describe('the display status'),
  ownerId: IdFilter.optional().describe('only those of this person'),
  exitOffers: z
    .enum(['included'], 'exitOffers must be included')
    .optional()
    .describe('without it, the list has no codes of the exit offer'),
})
export type CouponListQuery = z.infer<typeof CouponListQuery>

/** `discount` is in percent (`percentage`) or in major units of `currency` (`fixed`). Without `usageLimit` there is no limit. */
export const Coupon = z.object({
  id: z.int(),
  code: z.string(),
  discount: z.number(),
  currency: z.string().optional().describe('of a fixed discount'),
  amounts: z
    .record(z.string(), z.number())
    .optional()
    .describe('what a fixed discount is in other currencies, by their code'),
  discountType: z.enum(['percentage', 'fixed']),
  status: z.enum(['active', 'inactive']),
  displayStatus: z.enum(COUPON_DISPLAY_STATUSES),
  usedCount: z.int(),
  usageLimit: z.int().nullable(),
  expiresAt: z.string().nullable(),
  newCustomersOnly: z.boolean(),
  packageId: z.int().nullable(),
  owner: User.pick({ id: true, firstName: true, lastName: true, email: true, isErased: true })
    .nullable()
    .describe('who alone may use it; null: anybody'),
  createdAt: z.string(),
})
export type Coupon = z.infer<typeof Coupon>

export const CouponCode = z.pipe(
  boundedText({
    min: 1,
    max: 50,
    label: 'Coupon code',
    clean: cleanCode,
    message: 'Please enter a coupon code',
  }),
  z.string().toUpperCase(),
)

/** Takes no e-mail address: a code is checked for the signed-in user. Otherwise anybody could find out who is a customer. */
export const CouponBody = z.object({
  code: CouponCode.meta({ examples: ['WELCOME10'] }),
  packageId: z.optional(Id),
})

/** `discount` is in percent (`percentage`) or in major units of `currency` (`fixed`). */
export const CouponResponse = z.object({
  valid: z.literal(true),
  code: z.string().meta({ examples: ['WELCOME10'] }),
  discountType: z.enum(['percentage', 'fixed']),
  discount: z
    .number()
    .meta({ examples: [10] })
    .describe('in percent, or in units of currency where it is fixed'),
  currency: z
    .string()
    .meta({ examples: ['USD'] })
    .optional()
    .describe('of a fixed discount'),
  amounts: z
    .record(z.string(), z.number())
    .optional()
    .describe('what a fixed discount is in other currencies, by their code'),
})
export type CouponResponse = z.infer<typeof CouponResponse>

export const GeneratedCoupon = z.object({
  code: z.string(),
  discount: z.number(),
  discountType: z.enum(['percentage', 'fixed']),
  expiresAt: z.string(),
})
export type GeneratedCoupon = z.infer<typeof GeneratedCoupon>

const LARGEST_INTEGER = 2_147_483_647
const EXPIRY_MESSAGE = 'Expiry must be a date and time, such as 2026-11-20T18:00:00Z'

const fields = {
  code: CouponCode.check(z.regex(CODE_PATTERN, CODE_MESSAGE)),
  discountType: z.enum(['percentage', 'fixed'], 'Type must be percentage or fixed'),
  discount: z.number(DISCOUNT_MESSAGE).refine(isDiscount, DISCOUNT_MESSAGE),
  amounts: OtherAmounts,
  usageLimit: z.int(LIMIT_MESSAGE).min(1, LIMIT_MESSAGE).max(LARGEST_INTEGER, LIMIT_MESSAGE).nullable(),
  expiresAt: z.iso.datetime({ offset: true, message: EXPIRY_MESSAGE }).nullable(),
  newCustomersOnly: z.boolean(),
  packageId: Id.nullable(),
  status: z.enum(['active', 'inactive'], 'Status must be active or inactive'),
}

/** A fixed discount is in the default currency. Unset: `usageLimit` no limit, `expiresAt` no expiry, `packageId` every package. */
export const CreateCouponBody = z.object({
  ...fields,
  amounts: fields.amounts.optional(),
  usageLimit: fields.usageLimit.optional(),
  expiresAt: fields.expiresAt.optional(),
  newCustomersOnly: fields.newCustomersOnly.optional(),
  packageId: fields.packageId.optional(),
  status: fields.status.optional(),
  ownerEmail: z.nullish(BuyerForm.shape.email).describe('of the account that alone may use it'),
})
export type CreateCouponBody = z.infer<typeof CreateCouponBody>

/** Omitted fields stay unchanged. */
export const UpdateCouponBody = z.object(fields).partial()
export type UpdateCouponBody = z.infer<typeof UpdateCouponBody>
