/** What an order waits for. No other file writes it or moves the promised date because of it. */

import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import { pluralize } from '#api/platform/mail/words.ts'
import { formatBusinessDay } from '#api/rules/business-calendar.ts'
import { changeWait, countLostDays, isLateByHalf } from '#api/rules/order-work/promised-date.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { findWait, getReplyDeadline, type WaitFacts } from '#api/rules/order-work/turn.ts'
import { isInWork } from '#api/rules/orders.ts'
import { REPLY_HOURS } from '#api/rules/promises.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { OrderDate } from '#db/models/orders/promised-date.ts'
import { announce } from './announce.ts'
import { AWAITS_ANSWERS, AWAITS_CUSTOMER, getPromisedAt, IN_WORK, REFUND_STATE } from './delivery.ts'

/** SQL: the facts, beside the columns of a row of `orders`, that decide what it waits for. */
const FACTS = `${AWAITS_ANSWERS} AS awaits_answers, ${REFUND_STATE} AS refund_state,
  EXISTS (SELECT FROM refund_requests q
    WHERE q.order_id = orders.id AND q.state IN (${listStatuses(REFUND_REQUEST_STATE, 'isLive')}) AND q.work_goes_on) AS work_goes_on`
type Read = Order & Pick<WaitFacts, 'awaitsAnswers' | 'refundState' | 'workGoesOn'>

/** Updates what an order waits for. Call it under the order's row lock after each change of a fact that decides it. */
export async function settleWait(trx: Knex.Transaction, orderId: number): Promise<void> {
  const order = await Order.query(trx)
    .findById(orderId)
    .select('orders.*', trx.raw(FACTS))
    .throwIfNotFound()
    .castTo<Read>()
  const now = new Date()
  const waitsFor = findWait(order, now)
  if (waitsFor === order.waitingFor) return
  // Orders paid before this column existed get their promised date now.
  const dates = { promisedAt: getPromisedAt(order), firstPromisedAt: order.firstPromisedAt }
  const { waitingFor, waitingSince, waitedDays, questionAt } = order
  const since = waitsFor === 'question' && questionAt ? getReplyDeadline(questionAt) : now
  const before = { waitingFor, waitingSince, waitedDays, ...dates }
  const changed = { ...dates, ...changeWait(before, waitsFor, { since, now }, calendar) }
  await Order.query(trx).findById(orderId).patch(changed)
  const days = (changed.waitedDays ?? waitedDays) - waitedDays
  if (days === 0 || !changed.promisedAt || !isInWork(order)) return
  const note = `The promised date was on hold for ${pluralize(days, 'business day')} and is now ${formatBusinessDay(changed.promisedAt, calendar)}`
  await announce(trx, orderId, { type: 'noted', history: { actorKind: 'system', note } })
}

/** SQL: orders to update although no call changed them: by time, or by changed questions. */
const UNSETTLED = `SELECT id FROM orders WHERE orders.waiting_for IS NOT NULL
    AND (NOT ${IN_WORK} OR (orders.waiting_for = 'answers' AND NOT ${AWAITS_ANSWERS}))
  UNION SELECT id FROM orders WHERE orders.waiting_for IS NULL AND ${IN_WORK}
    AND (orders.question_at <= now() - interval '${REPLY_HOURS} hours' OR ${AWAITS_CUSTOMER} OR ${AWAITS_ANSWERS})
  ORDER BY id`

/** Runs every minute. @param onError called for an order that failed; the next run tries it again */
export async function settleWaits(
  db: Knex,
  onError: (error: unknown, orderId: number) => void,
): Promise<void> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(UNSETTLED)
  for (const { id } of rows) {
    try {
      await db.transaction(async (trx) => {
        await Order.query(trx).findById(id).forUpdate().select('id')
        await settleWait(trx, id)
      })
    } catch (error) {
      onError(error, id)
    }
  }
}

/** Records a blocking question of the team. Call it under the order's row lock, as the next two functions. */
export async function openQuestion(trx: Knex.Transaction, orderId: number, messageId: number): Promise<void> {
  await trx.raw(
    `UPDATE orders SET question_at = coalesce(question_at, (SELECT created_at FROM order_messages WHERE id = ?)) WHERE id = ?`,
    [messageId, orderId],
  )
}

/** Closes the question: it is answered, or the team can go on without an answer. @returns whether one was open */
export async function closeQuestion(trx: Knex.Transaction, orderId: number): Promise<boolean> {
  const closed = await Order.query(trx)
    .findById(orderId)
    .whereNotNull('questionAt')
    .patch({ questionAt: null })
  if (closed > 0) await settleWait(trx, orderId)
  return closed > 0
}

/** After a blocking message was withdrawn, counts from the first remaining unanswered one. Without one, the question is closed. */
export async function reopenQuestion(trx: Knex.Transaction, orderId: number): Promise<void> {
  await trx.raw(
    `UPDATE orders SET question_at = (SELECT min(m.created_at) FROM order_messages m
       WHERE m.order_id = orders.id AND m.is_blocking AND m.text <> '' AND m.created_at >= orders.question_at)
     WHERE id = ? AND question_at IS NOT NULL`,
    [orderId],
  )
  await settleWait(trx, orderId)
}

/** Reads an order's dates: why it is paused, by how many days, which dates the team has set, and how late it is. */
export async function readDates(db: Knex, order: Order) {
  const { id: orderId, firstPromisedAt, deliveryDays, waitingFor: kind, waitingSince, questionAt } = order
  const changes = await OrderDate.query(db).where({ orderId }).withGraphFetched('author').orderBy('id')
  const promisedBy = getPromisedAt(order)
  const isRunning = isInWork(order)
  return {
    promisedBy,
    firstPromisedBy: firstPromisedAt,
    waits: kind && waitingSince && { kind, since: waitingSince },
    waitedDays: order.waitedDays,
    replyBy: isRunning && questionAt ? getReplyDeadline(questionAt) : null,
    late:
      isRunning && promisedBy
        ? measureLateness(firstPromisedAt ?? promisedBy, waitingSince ?? new Date(), deliveryDays)
        : null,
    changes: changes.flatMap(({ createdAt: at, oldAt: from, newAt: to, reason, author: by }) =>
      by ? [{ at, from, to, reason, by }] : [],
    ),
  }
}

function measureLateness(promisedAt: Date, until: Date, deliveryDays: number) {
  if (until <= promisedAt) return null
  const days = countLostDays(promisedAt, until, calendar)
  return { days, isByHalf: isLateByHalf(days, deliveryDays) }
}
