/** Payments that a buyer's bank takes back, or may. */
import * as z from 'zod'
import { IdFilter, listParameters, oneOf } from './paging.ts'

/** open: to be answered. under_review: the bank decides. closed: ended without either. */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const

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
