/** The promised date of an order: why it stands still, and what has moved it (docs/product/order.md, Promised date). */
import * as z from 'zod'
import { PAUSE_KINDS } from '../../rules/order-work/promised-date.ts'

/** What the date waits for: required answers, a delivery to be checked, a refund to be decided, a reply of the customer. */
export const PauseKind = z.enum(PAUSE_KINDS)

export const OrderDates = z.object({
  promisedBy: z.string().nullable().describe('the date in force; null for an order that was never paid'),
  waits: z
    .object({ kind: PauseKind, since: z.string().describe('of a question it may be still to come') })
    .nullable()
    .describe('why the date stands still; null while it runs'),
  pauses: z
    .array(
      z.object({
        kind: PauseKind,
        from: z.string(),
        until: z.string(),
        days: z.int().describe('business days by which it moved the date'),
      }),
    )
    .describe('those that have moved the date, oldest first'),
})
export type OrderDates = z.infer<typeof OrderDates>
