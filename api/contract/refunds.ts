import * as z from 'zod'
import { parsePriceCents } from './pricing.ts'
import { boundedText } from './text.ts'
import { PersonName } from './work.ts'

/** requested: the provider has not responded yet. pending, processed, failed: its own status. */
export const REFUND_STATUSES = ['requested', 'pending', 'processed', 'failed'] as const

/** A refund. Amounts are decimal strings of the payment's currency. */
export const Refund = z.object({
  id: z.int(),
  amount: z.string(),
  currency: z.string(),
  reason: z
    .string()
    .describe(
      'as typed; second_capture, coupon_over_limit, customer_erased, dispute_lost and made_at_provider where no admin asked for it',
    ),
  status: z.enum(REFUND_STATUSES),
  error: z.string().nullable().describe('why it failed, or why it has not been answered yet'),
  providerRefundId: z.string().nullable(),
  requestedBy: PersonName.nullable().describe('null: the shop itself, or the provider'),
  createdAt: z.string(),
  processedAt: z.string().nullable(),
})
export type Refund = z.infer<typeof Refund>

const AMOUNT_MESSAGE = 'Amount must be an amount of at most two decimals, such as 49.50'

/** No `amount`: all that is left. It may be text such as `"$1,299.50"`. */
export const RefundBody = z.object({
  amount: z
    .union([z.number(), z.string().max(32)], AMOUNT_MESSAGE)
    .refine((amount) => (parsePriceCents(amount) ?? 0) > 0, AMOUNT_MESSAGE)
    .optional(),
  reason: boundedText({ min: 1, max: 500, label: 'Reason', message: 'Reason is required' }),
})
export type RefundBody = z.infer<typeof RefundBody>

/** What an order's payment has given back so far, and what the refund policy goes by. */
export const OrderRefunds = z.object({
  currency: z.string(),
  paid: z.string(),
  refunded: z.string(),
  underway: z.string().describe('asked for and not processed yet'),
  left: z.string().describe('what can still be refunded'),
  paidAt: z.string().nullable(),
  hasWorkStarted: z.boolean(),
  refunds: z.array(Refund).describe('newest first'),
})
export type OrderRefunds = z.infer<typeof OrderRefunds>
