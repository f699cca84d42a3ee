/** Reminders about missing answers (docs/product/order.md, Reminders). */
import * as z from 'zod'
import { User } from '#api/contract/people/auth.ts'

export const Reminder = z.object({
  kind: z.enum(['mail', 'phone', 'last']).describe('last: the mail before the order may be closed'),
  at: z.string(),
  by: User.pick({ id: true, firstName: true, lastName: true }).nullable().describe('null: the shop itself'),
})
export type Reminder = z.infer<typeof Reminder>

export const RemindBody = z.object({
  kind: z
    .enum(['mail', 'phone'], 'kind must be mail or phone')
    .describe('mail: one is sent. phone: you have called'),
})
export type RemindBody = z.infer<typeof RemindBody>
