/** Money after the sale: refunds, disputes, money without an order, and the provider's events. */

import * as z from 'zod'
import { AcceptedKind } from '#api/contract/orders/deliveries.ts'
import { IdFilter, listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { PersonName } from '#api/contract/platform/person-name.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { cleanMachineText } from '#api/rules/clean-text.ts'
import { DISPUTE_STATUSES } from '#api/rules/money/disputes.ts'
import { isAmount } from '#api/rules/money/money.ts'
import { PAYMENT_STATUSES, REFUND_STATUSES } from '#api/rules/status-labels.ts'

/** Amounts are decimal strings in the payment's currency. */
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
  bankReference: z
    .string()
    .nullable()
    .describe('by which the bank traces it: of a bank transfer, or the provider’s (ARN, UTR) once it has it'),
  instalment: z
    .int()
    .nullable()
    .describe('the instalment of its order that was paid with it; null where all was paid at once'),
  requestedBy: PersonName.nullable().describe('null: the shop itself, or the provider'),
  createdAt: z.string(),
  processedAt: z.string().nullable(),
})
export type Refund = z.infer<typeof Refund>

const AMOUNT_MESSAGE = 'Enter an amount, such as 49.50'

/** Without `amount`, everything that is left is refunded. `amount` may be text such as `"$1,299.50"`. */
export const RefundBody = z.object({
  amount: z
    .union([z.number(), z.string().overwrite(cleanMachineText).max(32)], AMOUNT_MESSAGE)
    .refine((amount) => isAmount(amount) && /[1-9]/.test(String(amount)), AMOUNT_MESSAGE)
    .optional(),
  reason: boundedText({ min: 1, max: 500, label: 'Reason', isLong: true, message: 'Reason is required' }),
})
export type RefundBody = z.infer<typeof RefundBody>

const TYPED_AMOUNT_MESSAGE = 'Enter an amount, such as 1299.50'
export const TypedAmount = z
  .string(TYPED_AMOUNT_MESSAGE)
  .overwrite(cleanMachineText)
  .regex(/^\d{1,10}(\.\d{1,3})?$/, TYPED_AMOUNT_MESSAGE)

export const BankReference = boundedText({
  label: 'Reference',
  min: 4,
  max: 64,
  message: 'Please enter the bank’s reference',
})

/** A bank transfer that replaces a failed refund. */
export const TransferBody = z.object({ reference: BankReference })
export type TransferBody = z.infer<typeof TransferBody>

/** An order's refunds so far, and the facts that the refund policy depends on. */
export const OrderRefunds = z.object({
  currency: z.string(),
  paid: z.string(),
  base: z
    .object({ amount: z.string(), currency: z.string() })
    .nullable()
    .describe('what the provider converts it to, before fees; null where it says nothing'),
  refunded: z.string(),
  underway: z.string().describe('asked for and not processed yet'),
  left: z.string().describe('what can still be refunded'),
  disputed: z.string().describe('of instalments that their bank reviews: they are left out meanwhile'),
  missing: z.string().describe('of refunds that have failed and that nothing has replaced'),
  isDisputed: z.boolean().describe('its bank reviews the payment, so that nothing is refunded meanwhile'),
  paidAt: z.string().nullable(),
  hasWorkStarted: z.boolean(),
  delivered: z
    .object({
      number: z.int(),
      at: z.string(),
      acceptedAt: z.string().nullable(),
      acceptedKind: AcceptedKind,
    })
    .nullable()
    .describe('the last whole delivery that the customer has got'),
  refunds: z.array(Refund).describe('newest first'),
})
export type OrderRefunds = z.infer<typeof OrderRefunds>

export const STRAY_MONEY_SORTS = ['createdAt', 'amount'] as const

export const StrayMoneyListQuery = z.object({
  ...listParameters(STRAY_MONEY_SORTS, '-createdAt'),
  looked: z
    .enum(['open', 'done'], 'looked must be open or done')
    .default('open')
    .describe('open: nobody has looked at it yet'),
})
export type StrayMoneyListQuery = z.infer<typeof StrayMoneyListQuery>

/** A captured payment that pays no order, or that an admin must check for another reason. */
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
  note: z.nullish(boundedText({ max: 500, label: 'Note', isLong: true })),
})

export const DISPUTE_LIST_STATES = ['unanswered', 'open', 'ended'] as const

export const DISPUTE_SORTS = ['respondBy', 'openedAt'] as const

export const DisputeListQuery = z.object({
  ...listParameters(DISPUTE_SORTS, 'respondBy'),
  state: oneOf('state', DISPUTE_LIST_STATES)
    .optional()
    .describe('open: to be answered, or under review. Unset: all'),
  orderId: IdFilter.optional().describe('only disputes about this order'),
})
export type DisputeListQuery = z.infer<typeof DisputeListQuery>

export const Dispute = z.object({
  id: z.int(),
  providerDisputeId: z.string(),
  providerPaymentId: z.string(),
  amount: z.string(),
  currency: z.string(),
  reason: z.string().describe("the bank's code"),
  phase: z.string().describe('such as chargeback or pre_arbitration'),
  status: z.enum(DISPUTE_STATUSES),
  respondBy: z.string().nullable().describe('the last moment to answer'),
  openedAt: z.string(),
  order: z.object({ id: z.int(), invoiceNumber: z.string() }).nullable(),
})
export type Dispute = z.infer<typeof Dispute>

export const PROVIDER_EVENT_STATES = ['handled', 'waiting', 'failing'] as const

export const ProviderEventListQuery = z.object({
  ...listParameters(['receivedAt'], '-receivedAt'),
  state: oneOf('state', PROVIDER_EVENT_STATES).optional().describe('only events in this state'),
  orderId: IdFilter.optional().describe('only events about this order'),
})
export type ProviderEventListQuery = z.infer<typeof ProviderEventListQuery>

/** An event from the payment provider. failing: not handled yet after at least one attempt. */
export const ProviderEvent = z.object({
  id: z.int(),
  eventId: z.string(),
  eventType: z.string(),
  state: z.enum(PROVIDER_EVENT_STATES),
  providerPaymentId: z.string().nullable(),
  order: z
    .object({ id: z.int(), invoiceNumber: z.string(), paymentStatus: z.enum(PAYMENT_STATUSES) })
    .nullable()
    .describe('that it is about'),
  receivedAt: z.string(),
  processedAt: z.string().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
})
export type ProviderEvent = z.infer<typeof ProviderEvent>
