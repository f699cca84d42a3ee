/** The promised date of an order: why it stands still, and what has moved it (docs/product/order.md, Promised date). */
import * as z from 'zod'
import { PAUSE_KINDS } from '../../rules/order-work/promised-date.ts'
import { PersonName } from '../auth.ts'
import { boundedText } from '../light/text.ts'

/** What the date waits for: required answers, a delivery to be checked, a refund to be decided, a reply of the customer. */
export const PauseKind = z.enum(PAUSE_KINDS)

export const OrderDates = z.object({
  promisedBy: z.string().nullable().describe('the date in force; null for an order that was never paid'),
  firstPromisedBy: z.string().nullable().describe('the first date, where the team has set another one'),
  late: z
    .object({
      days: z.int().describe('business days since the first date; 0 on its own day'),
      isByHalf: z.boolean().describe('by more than half of the delivery time: the money may be asked back'),
    })
    .nullable()
    .describe('of an order in work'),
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
  changes: z
    .array(z.object({ at: z.string(), from: z.string(), to: z.string(), reason: z.string(), by: PersonName }))
    .describe('new dates that the team has set, oldest first'),
})
export type OrderDates = z.infer<typeof OrderDates>

const LONGEST_REASON = 2000
/** The reason is in words for the customer. */
export const NewDateBody = z.object({
  day: z.iso.date('Please choose a day').describe('a business day of the company, such as 2026-12-03'),
  reason: boundedText({
    min: 1,
    max: LONGEST_REASON,
    label: 'Reason',
    isLong: true,
    message: 'Please give a reason',
  }),
})
export type NewDateBody = z.infer<typeof NewDateBody>
