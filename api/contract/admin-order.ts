/** An order as its page in the back office shows it. */
import * as z from 'zod'
import { AcceptedPolicy } from './accepted-policies.ts'
import { ListedOrder } from './admin.ts'
import { User } from './auth.ts'
import { Order } from './orders.ts'
import { AdminAssignment } from './staff.ts'

/** One of the package's questions, and what the customer answered. */
const OrderQuestion = z.object({
  id: z.int(),
  question: z.string().describe('as it was asked when it was answered'),
  required: z.boolean(),
  answer: z.string().describe('empty where there is none'),
})

/** Without the order, whose part it is here. */
export const OrderAssignment = AdminAssignment.omit({ order: true })
export type OrderAssignment = z.infer<typeof OrderAssignment>

export const AdminOrderDetail = Order.omit({ package: true }).extend({
  user: User.nullable().describe('the account; null for an attempt that has none yet'),
  embedOrigin: z
    .string()
    .nullable()
    .describe('of the website that it was bought on; null: in the shop itself'),
  ...ListedOrder.pick({ due: true, readyTo: true }).shape,
  acceptedPolicies: z
    .array(AcceptedPolicy)
    .nullable()
    .describe('null for orders from before this was recorded'),
  questions: z.array(OrderQuestion).describe('in the order of the form'),
  assignments: z.array(OrderAssignment).describe('oldest first'),
})
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>
