/** The back office's first page: the shop's figures, and the orders, disputes, payments, jobs and mails that need an admin. */
import * as z from 'zod'
import { Dispute, StrayMoney } from '#api/contract/money/payments.ts'
import { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { OrderStatus } from '#api/contract/orders/orders.ts'
import { ORDER_ATTENTIONS } from '#api/rules/orders.ts'
import { Job, Mail } from './jobs.ts'

/** What was captured in one day, one week (from Monday) or one month, in the company's time zone. */
const RevenuePeriod = z.object({
  start: z.string().describe('the first day: 2026-11-20'),
  amount: z.string(),
  payments: z.int(),
})
export type RevenuePeriod = z.infer<typeof RevenuePeriod>

const Revenue = z.object({
  totalRevenue: z.string().describe('captured payments of orders, without what was refunded'),
  currency: z.string().describe('of all amounts'),
  outstanding: z.string().describe('instalments of part-paid orders that are still to be paid'),
  revenue: z.object({
    day: z.array(RevenuePeriod).describe('the last 30, oldest first'),
    week: z.array(RevenuePeriod).describe('the last 12, oldest first'),
    month: z.array(RevenuePeriod).describe('the last 12, oldest first'),
  }),
})
export type Revenue = z.infer<typeof Revenue>

const Months = z.object({ thisMonth: z.int(), lastMonth: z.int() })

/** The whole shop's figures at one moment. Amounts are decimal strings. */
export const Overview = z.object({
  asOf: z.string().describe('when the figures were counted: at most two minutes ago'),
  totalRevenue: Revenue.shape.totalRevenue,
  currency: Revenue.shape.currency,
  outstanding: Revenue.shape.outstanding,
  totalCustomers: z.int().describe('users who are no admins'),
  totalOrders: z.int(),
  totalRegistrations: z.int(),
  monthly: z
    .object({ customers: Months, orders: Months, registrations: Months })
    .describe('what was new in this and the last month, in the company’s time zone'),
  revenue: Revenue.shape.revenue,
  otherRevenue: z
    .array(Revenue)
    .optional()
    .describe('of payments in other currencies than the default one, where there were any'),
  ordersByPackage: z.array(z.object({ id: z.int(), name: z.string(), orders: z.int() })),
  ordersByStatus: z.array(z.object({ status: OrderStatus, orders: z.int() })),
})
export type Overview = z.infer<typeof Overview>

function previewOf<Row extends z.ZodType>(row: Row) {
  return {
    total: z.int().describe('as the list says it: above 10,000 only that there are more'),
    first: z.array(row).describe('at most three, those that the list begins with'),
  }
}

/** Everything that needs an admin now: for each kind the count and the first three rows of its list. */
export const Attention = z.object({
  orders: z.array(z.object({ attention: z.enum(ORDER_ATTENTIONS), ...previewOf(ListedOrder) })),
  disputes: z.object(previewOf(Dispute)),
  money: z.object(previewOf(StrayMoney)),
  jobs: z.object(previewOf(Job)),
  mails: z.object(previewOf(Mail)),
})
export type Attention = z.infer<typeof Attention>
