/** An order's promised date, and the SQL facts about what it waits for (docs/product/back-office.md, Delivery dates). */

import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import type { ReadyTo } from '#api/contract/orders/orders.ts'
import { addWorkingDays } from '#api/rules/business-calendar.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { findTurn, type TurnFacts } from '#api/rules/order-work/turn.ts'
import type { Turn } from '#api/rules/order-work/turns.ts'
import { WORK_STATE } from '#api/rules/order-work/work-state.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'

/** @returns the closing time of the last business day */
export function computePromisedDate(startsAt: Date, businessDays: number): Date {
  return addWorkingDays(startsAt, businessDays, calendar)
}

/** @returns null for an order that was never paid */
export function getPromisedAt({
  promisedAt,
  answersInAt,
  paidAt,
  deliveryDays,
}: Pick<Order, 'promisedAt' | 'answersInAt' | 'paidAt' | 'deliveryDays'>): Date | null {
  // Orders paid before this column existed have no promisedAt.
  return promisedAt ?? (paidAt && computePromisedDate(answersInAt ?? paidAt, deliveryDays))
}

/** SQL: whether the shop holds money for a row of `orders`, in full or in part. */
export const HAS_PAYMENT = `(orders.payment_status IN (${listStatuses(PAYMENT_STATUS, 'hasPayment')}))`

/** SQL: whether a row of `orders` is in work: it has money, and is neither completed nor cancelled. */
export const IN_WORK = `(${HAS_PAYMENT} AND orders.status IN (${listStatuses(ORDER_STATUS, 'isOpen')}))`

/** SQL: whether an active staff member is assigned to a row of `orders`. */
export const IS_STAFFED = `EXISTS (SELECT FROM staff_assignments s
  JOIN users u ON u.id = s.staff_id AND u.is_staff AND u.disabled_at IS NULL WHERE s.order_id = orders.id)`

/** SQL: whether the delivery of a row of `orders` awaits the customer, or a requested change the team's decision. */
export const AWAITS_CUSTOMER = `(orders.work_state IS NOT NULL AND orders.work_state IN (${listStatuses(WORK_STATE, 'isWithCustomer')}))`

/** SQL: whether a row of `orders` lacks required answers that are asked for. */
export const AWAITS_ANSWERS = `(${HAS_PAYMENT} AND orders.status IN (${listStatuses(ORDER_STATUS, 'asksAnswers')}) AND orders.answers_in_at IS NULL
  AND EXISTS (SELECT FROM package_questions q
    WHERE q.package_id = orders.package_id AND q.required AND (q.retired_at IS NULL OR q.only_order_id = orders.id)
      AND NOT EXISTS (SELECT FROM order_answers a
        WHERE a.order_id = orders.id AND a.question_id = q.id AND btrim(a.answer) <> '')))`

/** SQL: the state of the live refund request of a row of `orders`; NULL without one. */
export const REFUND_STATE = `(SELECT q.state FROM refund_requests q
  WHERE q.order_id = orders.id AND q.state IN (${listStatuses(REFUND_REQUEST_STATE, 'isLive')}))`
/** SQL: first name of the author of the open question that blocks a row of `orders`; NULL without one. */
const BLOCKED_BY = `CASE WHEN orders.question_at IS NOT NULL THEN coalesce((SELECT u.first_name FROM order_messages m
    JOIN users u ON u.id = m.author_id
    WHERE m.order_id = orders.id AND m.is_blocking AND m.withdrawn_at IS NULL ORDER BY m.id DESC LIMIT 1), 'the team') END`

/** SQL: the facts, beside the columns of a row of `orders`, that decide whose turn it is. */
export const TURN_COLUMNS = `${REFUND_STATE} AS "refundState", ${BLOCKED_BY} AS "blockedBy"`
export interface TurnColumns {
  refundState: TurnFacts['refundState']
  blockedBy: string | null
}
type TurnRow = Pick<Order, 'status' | 'paymentStatus' | 'workState'> &
  TurnColumns & { awaitsAnswers: boolean }

export const readTurn = (row: TurnRow): Turn => findTurn({ ...row, isBlocked: row.blockedBy !== null })

export async function getTurn(db: Knex, orderId: number): Promise<Turn> {
  const row = await Order.query(db)
    .findById(orderId)
    .select(
      'status',
      'paymentStatus',
      'workState',
      db.raw(`${AWAITS_ANSWERS} AS awaits_answers, ${TURN_COLUMNS}`),
    )
    .throwIfNotFound()
  return readTurn(row as Order & TurnRow)
}

export async function isAwaitingAnswers(db: Knex, orderId: number): Promise<boolean> {
  return (await Order.query(db).findById(orderId).whereRaw(AWAITS_ANSWERS).resultSize()) > 0
}

/** SQL: counts the questions asked for a row of `orders`, the answered and the required open ones; lists those and the optional open ones. */
export const ANSWER_COUNTS = `(SELECT jsonb_build_object(
    'missing', coalesce(jsonb_agg(question ORDER BY position, id) FILTER (WHERE required AND NOT is_answered), '[]'),
    'skipped', coalesce(jsonb_agg(question ORDER BY position, id) FILTER (WHERE NOT required AND NOT is_answered), '[]'),
    'asked', count(*),
    'answered', count(*) FILTER (WHERE is_answered),
    'requiredOpen', count(*) FILTER (WHERE required AND NOT is_answered))
  FROM (SELECT q.id, q.position, q.question, q.required, EXISTS (SELECT FROM order_answers a
      WHERE a.order_id = orders.id AND a.question_id = q.id AND btrim(a.answer) <> '') AS is_answered
    FROM package_questions q WHERE q.package_id = orders.package_id
      AND (q.retired_at IS NULL OR q.only_order_id = orders.id)) AS questions)`

/**
 * SQL: the next step of a row of `orders`. 'close': all assignments are completed, and nothing awaits the customer. 'start': the
 * customer's answers caused the last change of its status, undone ones aside.
 */
export const NEXT_STEP = `CASE
  WHEN NOT ${IN_WORK} OR ${AWAITS_CUSTOMER} THEN NULL
  WHEN (SELECT bool_and(a.status IN (${listStatuses(ASSIGNMENT_STATUS, 'isDone')})) FROM staff_assignments a WHERE a.order_id = orders.id) THEN 'close'
  WHEN orders.status IN (${listStatuses(ORDER_STATUS, 'isUnderWay')}) AND (SELECT e.actor_kind FROM order_events e
    WHERE e.order_id = orders.id AND e.kind = 'status' AND e.undoes_id IS NULL
      AND NOT EXISTS (SELECT FROM order_events undoing WHERE undoing.undoes_id = e.id)
    ORDER BY e.id DESC LIMIT 1) = 'customer' THEN 'start' END`

export async function readReadyTo(db: Knex, orderId: number): Promise<ReadyTo> {
  const order = await Order.query(db)
    .findById(orderId)
    .select(db.raw(`${NEXT_STEP} AS ready_to`))
    .castTo<{ readyTo: ReadyTo } | undefined>()
  return order?.readyTo ?? null
}
