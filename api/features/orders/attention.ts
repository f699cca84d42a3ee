/** What of the orders waits for an admin: one rule each, for counts, for the list's filter and for the marks in its rows. */
import { calendar } from '../../content/content.ts'
import { addWorkingDays } from '../../contract/business-calendar.ts'
import type { OrderAttention } from '../../contract/order-attention.ts'
import { AWAITS_ANSWERS, IN_WORK, READY_TO } from './delivery.ts'

const SOON_DAYS = 3

/** The date counts: neither the customer nor the admin who closes the order is next. */
const RUNS = `${IN_WORK} AND NOT ${AWAITS_ANSWERS} AND (${READY_TO}) IS DISTINCT FROM 'close'`

/** SQL of a row of `orders`, to be read with `nameMoments`. */
export const ATTENTION: Readonly<Record<OrderAttention, string>> = {
  overdue: `(${RUNS} AND orders.promised_at < :now)`,
  dueSoon: `(${RUNS} AND orders.promised_at BETWEEN :now AND :soon)`,
  unassigned: `(${IN_WORK} AND NOT EXISTS (SELECT FROM staff_assignments s WHERE s.order_id = orders.id))`,
  readyToClose: `(${IN_WORK} AND (${READY_TO}) = 'close')`,
  awaitsAnswers: AWAITS_ANSWERS,
}

export const DUE = `CASE WHEN ${ATTENTION.overdue} THEN 'overdue' WHEN ${ATTENTION.dueSoon} THEN 'soon' END`

/** `soon` is when the company closes on the third of its business days from now. */
export function nameMoments(now = new Date()) {
  return { now, soon: addWorkingDays(now, SOON_DAYS, calendar) }
}
