/** Payment by a mailed link: of an unpaid order, of an instalment that is due, or of an accepted offer. */
import * as z from 'zod'
import { BuyerForm, NewPassword } from '#api/contract/people/buyer-form.ts'

const Token = z.string().min(1).max(200).describe('from the link')
export const PaymentLinkBody = z.object({ token: Token })

const { email: _, couponCode: __, password: ___, ...details } = BuyerForm.shape
export const PayByLinkBody = z.object({
  token: Token,
  newPassword: z.optional(NewPassword).describe('of the account that is made or opened by paying'),
  details: z.object(details).optional().describe('for the invoice'),
})
export type PayByLinkBody = z.infer<typeof PayByLinkBody>

/** What a link pays, as anybody with the link sees it. Amounts are decimal strings. */
export const LinkedPayment = z.object({
  needs: z
    .enum(['nothing', 'password', 'details', 'account'])
    .describe('before it can be paid in this browser; account: details and a password'),
  invoiceNumber: z.string(),
  packageName: z.string(),
  amount: z.string().describe('to be paid now'),
  currency: z.string(),
  isFirstInstalment: z.boolean().describe('others follow'),
  buyer: z
    .object({ firstName: z.string(), lastName: z.string(), email: z.string() })
    .optional()
    .describe('absent: an instalment'),
  payBy: z.string().optional().describe('of an offer: afterwards it has lapsed'),
  instalment: z
    .object({
      label: z.string(),
      position: z.int().describe('from 1, in the order in which they are paid'),
      of: z.int().describe('how many instalments the order has'),
    })
    .optional()
    .describe('of an order that is paid in instalments; nothing else of it is shown'),
  kept: z
    .object({
      description: z.string(),
      deliveryDays: z.int().describe('business days, as promised when the order was made'),
      originalAmount: z.string(),
      discountAmount: z.string(),
      total: z.string(),
      couponCode: z.string().nullable(),
    })
    .optional()
    .describe('of an order whose payment failed: it can still be paid at its price and with its coupon'),
})
export type LinkedPayment = z.infer<typeof LinkedPayment>
