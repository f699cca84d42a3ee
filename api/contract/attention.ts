import * as z from 'zod'
import { ListedOrder } from './admin.ts'
import { Dispute } from './disputes.ts'
import { Job } from './jobs.ts'
import { Mail } from './mail.ts'
import { StrayMoney } from './money.ts'
import { ORDER_ATTENTIONS } from './order-attention.ts'

function firstOf<Row extends z.ZodType>(row: Row) {
  return {
    total: z.int().describe('as the list says it: above 10,000 only that there are more'),
    first: z.array(row).describe('at most three, those that the list begins with'),
  }
}

/** What waits for an admin now: of each kind the number and the first three, by the rules of the lists themselves. */
export const Attention = z.object({
  orders: z.array(z.object({ attention: z.enum(ORDER_ATTENTIONS), ...firstOf(ListedOrder) })),
  disputes: z.object(firstOf(Dispute)),
  money: z.object(firstOf(StrayMoney)),
  jobs: z.object(firstOf(Job)),
  mails: z.object(firstOf(Mail)),
})
export type Attention = z.infer<typeof Attention>
