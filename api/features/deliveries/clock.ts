/** Reminds customers to test what was delivered, and accepts it once their time is over. */
import { Order } from '../../../db/models/order.ts'
import type { Services } from '../../app-type.ts'
import { DAY_MS, HOUR_MS } from '../../http/limits.ts'
import { LEAST_ACCEPTANCE_HOURS, REMINDER_DAYS_BEFORE } from '../../rules/promises.ts'
import { queueMail } from '../mail/outbox.ts'
import { IN_WORK } from '../orders/delivery.ts'
import { findWholeDelivery, IS_ACCEPTANCE_STOPPED } from '../orders/work.ts'
import { acceptDelivery } from './acceptance.ts'

const IS_DELIVERED = `orders.work_state = 'delivered' AND ${IN_WORK}`
const [FIRST_DAYS, LAST_DAYS] = REMINDER_DAYS_BEFORE
/** SQL: whether the next step is due: a reminder, or the acceptance after the last one. */
const IS_DUE = `(${IS_DELIVERED} AND NOT ${IS_ACCEPTANCE_STOPPED} AND now() >= orders.accept_by - CASE orders.acceptance_reminders
  WHEN 0 THEN interval '${FIRST_DAYS} days' WHEN 1 THEN interval '${LAST_DAYS} days' ELSE interval '0' END)`

/** Called every minute. @param onError called for an order that has failed, which is tried again the next minute */
export async function runAcceptanceClock(
  services: Services,
  onError: (error: unknown, orderId: number) => void,
): Promise<void> {
  const { db } = services
  // While the acceptance is stopped, it always has this much time left, so that the customer can still test afterwards. One hour is
  // added so that each row is updated once an hour and not each minute.
  await db.raw(`UPDATE orders SET accept_by = now() + interval '${LEAST_ACCEPTANCE_HOURS + 1} hours'
    WHERE ${IS_DELIVERED} AND orders.accept_by < now() + interval '${LEAST_ACCEPTANCE_HOURS} hours 1 minute'
      AND ${IS_ACCEPTANCE_STOPPED}`)
  const due = await Order.query(db).whereRaw(IS_DUE).select('id').orderBy('id')
  for (const { id } of due) {
    try {
      await takeStep(services, id)
    } catch (error) {
      onError(error, id)
    }
  }
}

async function takeStep({ db, jobs }: Services, orderId: number): Promise<void> {
  await db.transaction(async (trx) => {
    await Order.query(trx).findById(orderId).forUpdate().select('id')
    // Read anew under the lock: the customer or an admin may have been faster.
    const order = await Order.query(trx).findById(orderId).whereRaw(IS_DUE)
    const delivery = order && (await findWholeDelivery(trx, orderId))
    if (!order || !delivery) return
    const reminders = order.acceptanceReminders ?? 0
    if (reminders >= REMINDER_DAYS_BEFORE.length) return acceptDelivery(jobs, trx, { order, delivery })
    const leftMs = (order.acceptBy?.getTime() ?? 0) - Date.now()
    const isLast = leftMs <= LAST_DAYS * DAY_MS
    await order.$query(trx).patch({
      acceptanceReminders: isLast ? REMINDER_DAYS_BEFORE.length : reminders + 1,
      // After an outage the last reminder is late: the customer still gets the full last day.
      ...(leftMs < LAST_DAYS * DAY_MS - HOUR_MS && { acceptBy: new Date(Date.now() + LAST_DAYS * DAY_MS) }),
    })
    await queueMail(jobs, trx, 'delivery_reminder', { orderId, number: delivery.number })
  })
}
