import * as z from 'zod'
import { CustomerOrder } from './orders.ts'
import { boundedText } from './text.ts'

/** What can happen to an order, as its customer sees it. `ready`: all required answers are in. `paused`: work put back to pending. `reopened`: no longer completed or cancelled. */
export const TIMELINE_STEPS = [
  'ordered',
  'paid',
  'answered',
  'ready',
  'started',
  'paused',
  'completed',
  'cancelled',
  'reopened',
  'partly_refunded',
  'refunded',
] as const

export const TimelineEntry = z.object({ step: z.enum(TIMELINE_STEPS), at: z.string() })
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** One order with what happened when, oldest first. */
export const OrderDetail = CustomerOrder.extend({
  refunds: z
    .array(
      z.object({
        amount: z.string(),
        amountInr: z.string(),
        status: z.enum(['underway', 'processed']),
        at: z.string(),
      }),
    )
    .describe('what goes back or has gone back, oldest first'),
  deliveries: z
    .array(z.object({ note: z.string(), link: z.string().nullable(), at: z.string() }))
    .describe('what staff delivered when they completed their work, oldest first'),
  timeline: z.array(TimelineEntry),
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** Question id → what the customer wrote. Any subset of the package's questions. */
export const SaveAnswersBody = z.object({
  answers: z.record(z.string().regex(/^[1-9]\d{0,9}$/), boundedText({ max: 5000, label: 'An answer' })),
})
export type SaveAnswersBody = z.infer<typeof SaveAnswersBody>

export const OrderAnswer = z.object({ questionId: z.int(), question: z.string(), answer: z.string() })
export type OrderAnswer = z.infer<typeof OrderAnswer>
