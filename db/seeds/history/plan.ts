/** Reads the plan of the demo's sixteen weeks, oldest order first (plan.yaml). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { BUYERS, STAFF } from './people.ts'

/**
 * How many working days ago: 0 is the last one that is over. Counting in working days keeps open work equally late or due whenever
 * the demo is started.
 */
const Day = z.int().min(0)

const PlannedOrder = z.strictObject({
  buyer: z.enum(BUYERS),
  slug: z.string().describe('of the package'),
  days: z.strictObject({
    ordered: Day.describe('and, unless it is an attempt, paid'),
    answered: Day.optional(),
    assigned: Day.optional(),
    started: Day.optional(),
    finished: Day.optional(),
    closed: Day.optional().describe("set to 'completed' by the admin"),
  }),
  minutesAgo: z.int().optional().describe('instead of an hour of that day, for orders of today'),
  coupon: z.string().optional(),
  isAttempt: z.literal(true).optional().describe('the payment failed, and nobody tried again'),
  staff: z.enum(STAFF).optional().describe('to whom it is assigned'),
  isReviewNew: z.literal(true).optional().describe('its review waits for an admin'),
  isMailboxFull: z.literal(true).optional().describe('the mail about the answers is refused'),
  answers: z
    .array(z.string().nullable())
    .default([])
    .describe('in the order of the questions; null: left open'),
  brief: z.string().default('').describe('what the admin wrote with the assignment'),
  messages: z
    .array(z.tuple([Day, z.enum(['customer', 'staff', 'team']), z.string()], z.string()))
    .default([])
    .describe(
      'team: a note of the staff member that the team alone reads. At the end names of files beside the plan',
    ),
  request: z
    .strictObject({ day: Day, text: z.string() })
    .optional()
    .describe('a change beyond the included ones, which waits for the team'),
  delivery: z
    .strictObject({ note: z.string(), link: z.string().optional(), files: z.array(z.string()).default([]) })
    .optional()
    .describe('written with the finished work, for the customer'),
  refund: z
    .strictObject({ day: Day, reason: z.string(), dollars: z.int().optional() })
    .optional()
    .describe('by the admin; without dollars all that was paid'),
  dispute: z
    .strictObject({ day: Day, reasonCode: z.string(), won: Day.optional() })
    .optional()
    .describe('open until it is won'),
})
export type PlannedOrder = z.infer<typeof PlannedOrder>

export function readPlan(): PlannedOrder[] {
  const rows: unknown = parse(readFileSync(join(import.meta.dirname, 'plan.yaml'), 'utf8'))
  const { data, error } = z.array(PlannedOrder).safeParse(rows)
  if (error) throw new Error(`plan.yaml: ${z.prettifyError(error)}`)
  return data
}
