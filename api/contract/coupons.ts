import * as z from 'zod'
import { EmailAddress } from './buyer-form.ts'
import { Id } from './ids.ts'
import { boundedText } from './text.ts'

export const CouponCode = z.pipe(
  boundedText({ min: 1, max: 50, label: 'Coupon code', message: 'Please enter a coupon code' }),
  z.string().toUpperCase(),
)

/** The package and the buyer's e-mail as far as they are known; of somebody signed in the session's counts. */
export const CouponBody = z.object({
  code: CouponCode,
  packageId: z.optional(Id),
  email: z.optional(EmailAddress),
})

/** `discount` is in percent (`percentage`) or in dollars (`fixed`). */
export const CouponResponse = z.object({
  valid: z.literal(true),
  code: z.string(),
  discountType: z.enum(['percentage', 'fixed']),
  discount: z.number(),
})
export type CouponResponse = z.infer<typeof CouponResponse>

export const GeneratedCoupon = z.object({
  code: z.string(),
  discount: z.number(),
  discountType: z.enum(['percentage', 'fixed']),
  expiresAt: z.string(),
})
export type GeneratedCoupon = z.infer<typeof GeneratedCoupon>
