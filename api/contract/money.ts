import * as z from 'zod'
import { PAYMENT_STATUSES } from './orders.ts'
import { listParameters } from './paging.ts'
import { Refund } from './refunds.ts'
import { boundedText } from './text.ts'
import { PersonName } from './work.ts'

export const STRAY_MONEY_SORTS = ['createdAt', 'amount'] as const

export const StrayMoneyListQuery = z.object({
  ...listParameters(STRAY_MONEY_SORTS, '-createdAt'),
  looked: z
    .enum(['open', 'done'], 'looked must be open or done')
    .default('open')
    .describe('open: nobody has looked at it yet'),
})
export type StrayMoneyListQuery = z.infer<typeof StrayMoneyListQuery>

/** A captured payment that fulfils no order, or that needs a look for another reason. */
export const StrayMoney = z.object({
  id: z.int(),
  providerPaymentId: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  flag: z
    .string()
    .nullable()
    .describe('second_capture, coupon_over_limit, customer_erased, amount_mismatch or unknown_order'),
  order: z
    .object({ id: z.int(), invoiceNumber: z.string(), paymentStatus: z.enum(PAYMENT_STATUSES) })
    .nullable(),
  createdAt: z.string(),
  left: z.string().describe('what can still be refunded'),
  refunds: z.array(Refund),
  looked: z.object({ at: z.string(), by: PersonName.nullable(), note: z.string().nullable() }).nullable(),
})
export type StrayMoney = z.infer<typeof StrayMoney>

export const LookedAtBody = z.object({
  note: z.nullish(boundedText({ max: 500, label: 'Note' })),
})
