/** How admins make and change coupons. */
import * as z from 'zod'
import { CouponCode } from './coupons.ts'
import { Id } from './ids.ts'

const CODE_MESSAGE = 'Code must be 3 to 50 letters, digits, - or _'
const DISCOUNT_MESSAGE = 'Discount must be more than 0, with at most two decimals'
const LIMIT_MESSAGE = 'Usage limit must be a whole number of 1 or more'
const LARGEST_INTEGER = 2_147_483_647
const EXPIRY_MESSAGE = 'Expiry must be a date and time, such as 2026-11-20T18:00:00Z'

/** In percent or in dollars. @returns why it cannot be, or undefined where it can */
export function findDiscountFault(
  discountType: 'percentage' | 'fixed',
  discount: number,
): string | undefined {
  if (discountType === 'percentage' && discount > 100) return 'A percentage is at most 100'
  if (discount * 100 > LARGEST_INTEGER) return 'Discount is too large'
  return undefined
}

const fields = {
  code: CouponCode.check(z.regex(/^[A-Z0-9][A-Z0-9_-]{2,49}$/, CODE_MESSAGE)),
  discountType: z.enum(['percentage', 'fixed'], 'Type must be percentage or fixed'),
  discount: z
    .number(DISCOUNT_MESSAGE)
    .min(0.01, DISCOUNT_MESSAGE)
    .refine((figure) => Math.abs(figure * 100 - Math.round(figure * 100)) < 1e-6, DISCOUNT_MESSAGE),
  usageLimit: z.int(LIMIT_MESSAGE).min(1, LIMIT_MESSAGE).max(LARGEST_INTEGER, LIMIT_MESSAGE).nullable(),
  expiresAt: z.iso.datetime({ offset: true, message: EXPIRY_MESSAGE }).nullable(),
  newCustomersOnly: z.boolean(),
  packageId: Id.nullable(),
  status: z.enum(['active', 'inactive'], 'Status must be active or inactive'),
}

/** No `usageLimit`, `expiresAt` or `packageId`: without a limit, for good, for every package. */
export const CreateCouponBody = z.object({
  ...fields,
  usageLimit: fields.usageLimit.optional(),
  expiresAt: fields.expiresAt.optional(),
  newCustomersOnly: fields.newCustomersOnly.optional(),
  packageId: fields.packageId.optional(),
  status: fields.status.optional(),
})
export type CreateCouponBody = z.infer<typeof CreateCouponBody>

/** Any part of a coupon; what is left out stays. */
export const UpdateCouponBody = z.object(fields).partial()
export type UpdateCouponBody = z.infer<typeof UpdateCouponBody>
