/** Reminds customers of required answers and of deliveries to check. The order's history records when and by whom. */
import type { Knex } from 'knex'
import { raw } from 'objection'
import { type RemindBody, Reminder } from '#api/contract/orders/reminders.ts'
import { announce, type EventCause } from '#api/orders/order/announce.ts'
import { AWAITS_ANSWERS } from '#api/orders/order/delivery.ts'
import { CUSTOMER_HAS_EMAIL } from '#api/orders/order/mails.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import { DAY_MS, HOUR_MS } from '#api/platform/http/limits.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { REMINDER_DAYS_BEFORE, REPLY_HOURS } from '#api/rules/promises.ts'
import type { Delivery } from '#db/models/orders/delivery.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'

/** How long the customer has to react to the last reminder. */
export const LAST_REMINDER_DAYS = 7
/** A phone call recorded twice within this time counts once. */
const SAME_CALL_MINUTES = 5

const NOTES: Readonly<Record<NonNullable<OrderEvent['reminder']>, string>> = {
  mail: 'Reminded by email about missing answers',
  phone: 'Called about missing answers',
  last: 'Last email reminder about missing answers',
  check: 'Reminded by email to check the delivery',
  last_check: 'Last email reminder to check the delivery',
}

/** Reminds of missing answers. @param orderId of a locked order */
export async function remind(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Knex.Transaction,
  {
    orderId,
    kind,
    cause,
    silenceEndsAt,
  }: Pick<Reminder, 'kind'> & {
    orderId: number
    cause: EventCause
    /** For the last reminder: when the order may be closed. */
    silenceEndsAt?: Date
  },
): Promise<void> {
  if (kind === 'phone') await Order.query(trx).findById(orderId).patch({ callDueAt: null })
  if (kind === 'last')
    await Order.query(trx)
      .findById(orderId)
      .patch({ silenceEndsAt: silenceEndsAt ?? null })
  // The communication policy promises one reminder by e-mail and one by phone.
  if (kind === 'mail')
    await Order.query(trx)
      .findById(orderId)
      .whereNull('callDueAt')
      .whereNotExists(OrderEvent.query(trx).where({ orderId, reminder: 'phone' }))
      .patch({ callDueAt: raw('now() + make_interval(hours => ?::integer)', REPLY_HOURS) })
  const history = { ...cause, note: NOTES[kind], reminder: kind }
  if (kind === 'phone') return announce(trx, orderId, { type: 'called_about_answers', history })
  await announce(trx, orderId, {
    type: 'reminded_of_answers',
    jobs,
    history,
    mails: [{ kind: 'answers_reminder', payload: { orderId, isLast: kind === 'last' } }],
  })
}

/** @param about `order`: locked. `delivery`: its latest whole one */
export async function remindOfDelivery(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Knex.Transaction,
  { order, delivery, kind }: { order: Order; delivery: Delivery; kind: 'check' | 'last_check' },
): Promise<void> {
  const { id: orderId } = order
  const [, lastDays] = REMINDER_DAYS_BEFORE
  const leftMs = (order.acceptBy?.getTime() ?? 0) - Date.now()
  // If an outage delayed the last reminder, the customer still gets the full time after it.
  if (leftMs < lastDays * DAY_MS - HOUR_MS)
    await Order.query(trx)
      .findById(orderId)
      .patch({ acceptBy: new Date(Date.now() + lastDays * DAY_MS) })
  await announce(trx, orderId, {
    type: 'reminded_to_check',
    jobs,
    history: { actorKind: 'system', note: NOTES[kind], reminder: kind },
    mails: [{ kind: 'delivery_reminder', payload: { orderId, number: delivery.number } }],
  })
}

/** Sends an admin's reminder by mail, or records their phone call. @throws NotFound; Conflict not_waiting, reminded_today */
export async function remindByHand(
  services: Services,
  { orderId, kind, by }: RemindBody & { orderId: number; by: Actor },
): Promise<void> {
  await services.db.transaction(async (trx) => {
    await findOrThrow(Order.query(trx).findById(orderId).forUpdate().select('id'), 'Order')
    await by.holdRight(trx)
    const isWaiting = Order.query(trx)
      .findById(orderId)
      .whereRaw(`${AWAITS_ANSWERS} AND ${CUSTOMER_HAS_EMAIL}`)
    if ((await isWaiting.resultSize()) === 0)
      throw new Conflict('not_waiting', 'This order is no longer waiting for answers')
    const within = (interval: string) =>
      OrderEvent.query(trx).where({ orderId }).whereRaw('created_at > now() - ?::interval', interval)
    if (kind === 'mail' && (await within('24 hours').whereIn('reminder', ['mail', 'last']).resultSize()) > 0)
      throw new Conflict('reminded_today', 'The customer was reminded within the last 24 hours')
    const same = within(`${SAME_CALL_MINUTES} minutes`).where({ reminder: 'phone', actorId: by.id })
    if (kind === 'phone' && (await same.resultSize()) > 0) return
    await remind(services, trx, { orderId, kind, cause: { actorKind: 'admin', actorId: by.id } })
  })
}

/** Lists reminders of missing answers, oldest first. */
export async function listReminders(db: Knex, orderId: number): Promise<Reminder[]> {
  const events = await OrderEvent.query(db)
    .where({ orderId })
    .whereIn('reminder', Reminder.shape.kind.options)
    .orderBy('id')
    .withGraphFetched('actor')
  return events.map(({ reminder: kind, createdAt: at, actor: by = null }) =>
    toWire(Reminder, { kind: kind as Reminder['kind'], at, by }),
  )
}
