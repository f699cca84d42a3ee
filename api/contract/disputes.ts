/** Payments that a buyer's bank takes back, or may. */
import * as z from 'zod'
import { IdFilter, listParameters } from './paging.ts'

/** open: to be answered. under_review: the bank decides. closed: ended without either. */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const

export const DISPUTE_LIST_STATES = ['unanswered', 'open', 'ended'] as const

export const DISPUTE_SORTS = ['respondBy', 'openedAt'] as const

export const DisputeListQuery = z.object({
  ...listParameters(DISPUTE_SORTS, 'respondBy'),
  state: z
    .enum(DISPUTE_LIST_STATES, `state must be one of ${DISPUTE_LIST_STATES.join(', ')}`)
    .optional()
    .meta({ description: 'open: to be answered, or under review. Unset: all' }),
  orderId: IdFilter.optional().meta({ description: 'only disputes about this order' }),
})
export type DisputeListQuery = z.infer<typeof DisputeListQuery>

export const Dispute = z.object({
  id: z.int(),
  providerDisputeId: z.string(),
  providerPaymentId: z.string(),
  amount: z.string(),
  currency: z.string(),
  reason: z.string().meta({ description: "the bank's code" }),
  phase: z.string().meta({ description: 'such as chargeback or pre_arbitration' }),
  status: z.enum(DISPUTE_STATUSES),
  respondBy: z.string().nullable().meta({ description: 'the last moment to answer' }),
  openedAt: z.string(),
  order: z.object({ id: z.int(), invoiceNumber: z.string() }).nullable(),
})
export type Dispute = z.infer<typeof Dispute>
