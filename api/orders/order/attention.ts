/** Reasons why an order needs an admin. Counts, the list's filter and the labels of its rows share these rules. */

import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import {
  addWorkingDays,
  addWorkingHours,
  countWorkingHours,
  latestStart,
} from '#api/rules/business-calendar.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { WORK_STATE } from '#api/rules/order-work/work-state.ts'
import type { OrderAttention } from '#api/rules/orders.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { INSTALMENT_REMINDER_DAYS } from '#api/rules/periods.ts'
import { PROJECT_REPLY_HOURS, REFUND_PROCESSING_DAYS } from '#api/rules/promises.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { AWAITS_ANSWERS, IN_WORK, IS_STAFFED, NEXT_STEP } from './delivery.ts'

const SOON_DAYS = 3
/** An instalment counts as overdue from its first reminder on. */
const [OVERDUE_DAYS] = INSTALMENT_REMINDER_DAYS

/** SQL: the delivery time runs: the order waits for nothing, and is not ready to be closed by an admin. */
const RUNS = `${IN_WORK} AND orders.waiting_for IS NULL AND (${NEXT_STEP}) IS DISTINCT FROM 'close'`

/** SQL: the last sign of life of the customer of a row of `orders`: paid, wrote, answered or sent a file. */
export const LAST_CUSTOMER_ACTIVITY = `greatest(orders.paid_at,
  (SELECT max(m.created_at) FROM order_messages m WHERE m.order_id = orders.id AND m.author_role = 'customer'),
  (SELECT max(a.updated_at) FROM order_answers a WHERE a.order_id = orders.id),
  (SELECT max(f.created_at) FROM order_files f WHERE f.order_id = orders.id AND f.uploader_id = orders.user_id))`

/** SQL: whether the customer of a row of `orders` has given a sign of life since the last reminder. */
export const HAS_SPOKEN = `(${LAST_CUSTOMER_ACTIVITY} >= (SELECT max(e.created_at) FROM order_events e
  WHERE e.order_id = orders.id AND e.reminder = 'last'))`

/** SQL: whether a row of `orders` needs attention for this reason. Takes the bindings of `nameMoments`. */
export const ATTENTION: Readonly<Record<OrderAttention, string>> = {
  overdue: `(${RUNS} AND orders.promised_at < :now)`,
  dueSoon: `(${RUNS} AND orders.promised_at BETWEEN :now AND :soon)`,
  overdueInstalment: `(orders.payment_status IN (${listStatuses(PAYMENT_STATUS, 'isPartlyPaid')}) AND EXISTS (SELECT FROM order_instalments t WHERE t.order_id = orders.id
    AND t.state IN (${listStatuses(INSTALMENT_STATE, 'isDue')}) AND t.due_at < CAST(:now AS timestamptz) - interval '${OVERDUE_DAYS} days'))`,
  refundLate: `(orders.payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')})
    AND EXISTS (SELECT FROM refund_requests q WHERE q.order_id = orders.id AND q.state IN (${listStatuses(REFUND_REQUEST_STATE, 'awaitsTeam')}) AND q.due_at < :now))`,
  refundPending: `(orders.id IN (SELECT p.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id
    WHERE r.status IN (${listStatuses(REFUND_STATUS, 'isUnderWay')}) AND r.created_at <= :refundedBy))`,
  lateReply: '(orders.awaits_reply_since <= :repliedBy)',
  refundAsked: `(orders.payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')})
    AND EXISTS (SELECT FROM refund_requests q WHERE q.order_id = orders.id AND q.state IN (${listStatuses(REFUND_REQUEST_STATE, 'awaitsTeam')})))`,
  awaitsReply: '(orders.awaits_reply_since IS NOT NULL)',
  unassigned: `(${IN_WORK} AND NOT ${IS_STAFFED} AND (${NEXT_STEP}) IS DISTINCT FROM 'close')`,
  readyToClose: `(${IN_WORK} AND (${NEXT_STEP}) = 'close')`,
  callCustomer: `(orders.call_due_at <= :now AND ${AWAITS_ANSWERS})`,
  mayClose: `(orders.silence_ends_at <= :now AND ${AWAITS_ANSWERS} AND NOT ${HAS_SPOKEN})`,
  awaitsAnswers: AWAITS_ANSWERS,
  awaitsAcceptance: `(${IN_WORK} AND orders.work_state IN (${listStatuses(WORK_STATE, 'isTested')}))`,
}

/** Counts the orders that are late at `now`, by their first promised date, even if a new date was set since. */
export const countLate = (db: Knex, now: Date): Promise<number> =>
  Order.query(db)
    .whereRaw(`${RUNS} AND coalesce(orders.first_promised_at, orders.promised_at) < :now`, { now })
    .resultSize()

/** Counts customers who wait longer for a reply than promised, with the longest wait in business hours. */
export async function findLateReplies(
  db: Knex,
  now: Date,
): Promise<{ orders: number; longestHours: number }> {
  const late = await Order.query(db)
    .whereRaw(ATTENTION.lateReply, attentionCutoffs(now))
    .orderBy('awaitsReplySince')
    .select('awaitsReplySince')
  const since = late[0]?.awaitsReplySince
  const longestHours = since ? Math.floor(countWorkingHours(since, now, calendar)) : 0
  return { orders: late.length, longestHours }
}

export const DUE_STATE = `CASE WHEN ${ATTENTION.overdue} THEN 'overdue' WHEN ${ATTENTION.dueSoon} THEN 'soon' END`

/**
 * @returns the bindings of {@link ATTENTION}. `soon`: closing time on the third business day from now. `repliedBy`, `refundedBy`:
 *   a customer who has waited, or a refund under way, since then or longer is overdue
 */
export function attentionCutoffs(now = new Date()) {
  return { now, soon: addWorkingDays(now, SOON_DAYS, calendar), ...nameDeadlines(now) }
}

const MINUTE_MS = 60_000
let known: { minute: number; repliedBy: Date; refundedBy: Date } | undefined

/** Cached for a minute, because every read of an order list needs it. */
function nameDeadlines(now: Date) {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  if (known?.minute !== minute) {
    const at = new Date(minute * MINUTE_MS)
    const repliedBy = latestStart(at, (start) => addWorkingHours(start, PROJECT_REPLY_HOURS, calendar))
    const refundedBy = latestStart(at, (start) => addWorkingDays(start, REFUND_PROCESSING_DAYS[1], calendar))
    known = { minute, repliedBy, refundedBy }
  }
  const { repliedBy, refundedBy } = known
  return { repliedBy, refundedBy }
}
