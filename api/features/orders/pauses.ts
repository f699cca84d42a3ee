/** Stops the promised date of an order, and moves it by the business days for which it stood still. No other file does. */
import type { Knex } from 'knex'
import { Order, OrderEvent } from '../../../db/models/order.ts'
import { OrderDate, OrderPause } from '../../../db/models/order-work/promised-date.ts'
import { calendar } from '../../content/content.ts'
import { addWorkingDays, formatBusinessDay } from '../../rules/business-calendar.ts'
import {
  countLostDays,
  countMoved,
  isLateByHalf,
  type PauseKind,
} from '../../rules/order-work/promised-date.ts'
import { findWait } from '../../rules/order-work/turn.ts'
import { isInWork } from '../../rules/orders.ts'
import { countThings } from '../mail/words.ts'
import { getPromisedAt, isAwaitingAnswers } from './delivery.ts'

const WAITED_FOR: Readonly<Record<PauseKind, string>> = {
  answers: 'the required answers',
  delivery: 'the delivery to be checked',
  refund_request: 'the decision on a refund',
  question: 'a reply of the customer',
}

/** Does nothing while one of the kind is open. To be called under the order's row lock. */
export async function startPause(
  trx: Knex.Transaction,
  orderId: number,
  kind: PauseKind,
  from = new Date(),
): Promise<void> {
  await trx('order_pauses')
    .insert({ orderId, kind, startedAt: from })
    .onConflict(trx.raw('(order_id, kind) WHERE ended_at IS NULL'))
    .ignore()
}

export function findPause(
  trx: Knex.Transaction,
  orderId: number,
  kind: PauseKind,
): Promise<OrderPause | undefined> {
  return OrderPause.query(trx).findOne({ orderId, kind, endedAt: null }).execute()
}

/** Does nothing where none of the kind is open. To be called under the order's row lock. */
export async function endPause(
  trx: Knex.Transaction,
  orderId: number,
  kind: PauseKind,
  until = new Date(),
): Promise<void> {
  const open = await findPause(trx, orderId, kind)
  if (!open) return
  // A question that was answered within its time stops nothing.
  if (open.startedAt >= until) return removePause(trx, orderId, kind)
  const before = (await listEnded(trx, orderId)).map(toSpan)
  await open.$query(trx).patch({ endedAt: until })
  const days = countMoved(before, { from: open.startedAt, until }, calendar)
  const order = await Order.query(trx).findById(orderId).throwIfNotFound()
  const promisedAt = getPromisedAt(order)
  // Orders that were paid before the date was stored get it now.
  if (!promisedAt || (days === 0 && order.promisedAt)) return
  const movedTo = days > 0 ? addWorkingDays(promisedAt, days, calendar) : promisedAt
  const { firstPromisedAt } = order
  await order.$query(trx).patch({
    promisedAt: movedTo,
    ...(firstPromisedAt && { firstPromisedAt: addWorkingDays(firstPromisedAt, days, calendar) }),
  })
  if (days === 0) return
  const note = `The promised date waited ${countThings(days, 'business day')} for ${WAITED_FOR[kind]}: it is ${formatBusinessDay(movedTo, calendar)} now`
  await OrderEvent.query(trx).insert({ orderId, kind: 'note', actorKind: 'system', note })
}

/** As if it had never stopped anything, for what is undone or withdrawn. */
export async function removePause(trx: Knex.Transaction, orderId: number, kind: PauseKind): Promise<void> {
  await OrderPause.query(trx).where({ orderId, kind, endedAt: null }).delete()
}

/** The order is over: nothing stops its date any more. */
export async function endAllPauses(trx: Knex.Transaction, orderId: number): Promise<void> {
  const open = await OrderPause.query(trx).where({ orderId, endedAt: null }).orderBy('id')
  for (const { kind } of open) await endPause(trx, orderId, kind)
}

const listEnded = (db: Knex, orderId: number) =>
  OrderPause.query(db).where({ orderId }).whereNotNull('endedAt').orderBy(['startedAt', 'id'])

const toSpan = ({ startedAt, endedAt }: OrderPause) => ({ from: startedAt, until: endedAt ?? new Date() })

/**
 * Why the date of an order stands still, what has moved it, oldest first, and how late it is.
 * @param deliveredAt since when a delivery waits that was made before pauses were stored
 */
export async function readDates(db: Knex, order: Order, deliveredAt: Date | null = null) {
  const { id: orderId, paidAt, createdAt, firstPromisedAt, deliveryDays } = order
  const pauses = await OrderPause.query(db).where({ orderId }).orderBy(['startedAt', 'id'])
  const open = pauses.filter(({ endedAt }) => endedAt === null).sort((a, b) => a.kind.localeCompare(b.kind))
  const awaitsAnswers = await isAwaitingAnswers(db, orderId)
  const kind = findWait({ ...order, awaitsAnswers, openPause: open.at(-1)?.kind ?? null })
  const started = open.find((pause) => pause.kind === kind)?.startedAt
  const since = started ?? (kind === 'delivery' ? deliveredAt : null) ?? paidAt ?? createdAt
  const ended = pauses
    .filter(({ endedAt }) => endedAt !== null)
    .map((one) => ({ ...toSpan(one), kind: one.kind }))
  const changes = await OrderDate.query(db).where({ orderId }).withGraphFetched('author').orderBy('id')
  const promisedBy = getPromisedAt(order)
  const isRunning = isInWork(order)
  const until = kind && since < new Date() ? since : new Date()
  return {
    promisedBy,
    firstPromisedBy: firstPromisedAt,
    waits: kind && { kind, since },
    late:
      isRunning && promisedBy ? measureLateness(firstPromisedAt ?? promisedBy, until, deliveryDays) : null,
    pauses: ended
      .map((pause, index) => ({ ...pause, days: countMoved(ended.slice(0, index), pause, calendar) }))
      .filter(({ days }) => days > 0),
    changes: changes.flatMap(({ createdAt: at, oldAt: from, newAt: to, reason, author: by }) =>
      by ? [{ at, from, to, reason, by }] : [],
    ),
  }
}

function measureLateness(promisedAt: Date, until: Date, deliveryDays: number) {
  if (until <= promisedAt) return null
  const days = countLostDays([{ from: promisedAt, until }], calendar)
  return { days, isByHalf: isLateByHalf(days, deliveryDays) }
}
