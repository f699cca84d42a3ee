/** The promised date of an order: what has paused it, and what has moved it (docs/product/order.md, Promised date). */
import * as z from 'zod'
import { PersonName } from '#api/contract/platform/person-name.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { WAIT_KINDS } from '#api/rules/order-work/promised-date.ts'

/** What an order waits for: missing answers, a delivery to check, a refund to decide, or the customer's reply to a question. */
export const WaitKind = z.enum(WAIT_KINDS)

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
    .object({
      kind: WaitKind.describe('what the date waits for now'),
      since: z.string().describe('since when it stands still, whatever it waited for first'),
    })
    .nullable()
    .describe('why the date stands still; null while it runs'),
  waitedDays: z.int().describe('business days by which it has moved because it waited before'),
  replyBy: z
    .string()
    .nullable()
    .describe('where the team cannot go on without a reply: from when on the date waits for it'),
  changes: z
    .array(z.object({ at: z.string(), from: z.string(), to: z.string(), reason: z.string(), by: PersonName }))
    .describe('new dates that the team has set, oldest first'),
})
export type OrderDates = z.infer<typeof OrderDates>

const LONGEST_REASON = 2000
/** The customer reads the reason. */
export const NewDateBody = z.object({
  day: z.iso.date('Choose a date').describe('a business day of the company, such as 2026-12-03'),
  reason: boundedText({
    min: 1,
    max: LONGEST_REASON,
    label: 'Reason',
    isLong: true,
    message: 'Please give a reason',
  }),
})
export type NewDateBody = z.infer<typeof NewDateBody>
