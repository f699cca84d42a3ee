import * as z from 'zod'
import { NewPassword } from './buyer-form.ts'
import { CreateOrderResponse } from './orders.ts'

/** What the link in a mail about a failed payment holds. */
export const ResumeOrderBody = z.object({
  token: z.string().min(1).max(200),
  newPassword: z.optional(NewPassword),
})
export type ResumeOrderBody = z.infer<typeof ResumeOrderBody>

/** An unpaid order, to be paid at the price and with the coupon it was made with. Amounts are decimal strings of dollars. */
export const ResumedOrder = z.object({
  order: CreateOrderResponse.nullable().meta({ description: 'null until a password is chosen' }),
  invoiceNumber: z.string(),
  packageName: z.string(),
  description: z.string(),
  deliveryDays: z.int().meta({ description: 'business days, as promised when the order was made' }),
  originalAmount: z.string(),
  discountAmount: z.string(),
  amount: z.string(),
  couponCode: z.string().nullable(),
  buyer: z.object({ name: z.string(), email: z.string() }),
})
export type ResumedOrder = z.infer<typeof ResumedOrder>

/** An unpaid order for the browser that placed it, or its customer; without what a stranger at that browser must not read. */
export const RetriedOrder = z.object({ order: CreateOrderResponse, packageName: z.string() })
export type RetriedOrder = z.infer<typeof RetriedOrder>
