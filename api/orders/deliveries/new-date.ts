/** Sets a new promised date, with a reason for the customer (docs/product/order.md, Promised date). */

import { calendar } from '#api/content/content.ts'
import type { NewDateBody } from '#api/contract/orders/dates.ts'
import { announce } from '#api/orders/order/announce.ts'
import { getPromisedAt } from '#api/orders/order/delivery.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict, InvalidInput } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { closingTime, formatBusinessDay } from '#api/rules/business-calendar.ts'
import { isInWork } from '#api/rules/orders.ts'
import { OrderDate } from '#db/models/orders/promised-date.ts'
import { lockOrderForTeam } from './team.ts'

/**
 * Sets a new date. The first promised date is kept, and lateness is still measured against it.
 * @throws NotFound; InvalidInput; Conflict order_closed, date_waits
 */
export async function setNewDate(
  { db, jobs }: Services,
  { orderId, actor, day, reason }: NewDateBody & { orderId: number; actor: Actor },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { order, member } = await lockOrderForTeam(trx, orderId, actor)
    const oldAt = getPromisedAt(order)
    if (!oldAt || !isInWork(order)) {
      throw new Conflict('order_closed', 'The order is not in progress, so its date cannot change')
    }
    if (order.waitingFor) {
      throw new Conflict('date_waits', 'The date is on hold and will move automatically')
    }
    const newAt = closingTime(day, calendar)
    if (!newAt) throw new InvalidInput('day', 'That’s a weekend or holiday. Choose a business day.')
    if (newAt <= oldAt || newAt < new Date()) {
      throw new InvalidInput(
        'day',
        `The new date must be in the future and after ${formatBusinessDay(oldAt, calendar)}`,
      )
    }
    const firstPromisedAt = order.firstPromisedAt ?? oldAt
    await order.$query(trx).patch({ promisedAt: newAt, firstPromisedAt })
    const fields = { orderId, authorId: member.id, oldAt, newAt, reason }
    const { id: dateId } = await OrderDate.query(trx).insert(fields).returning('id')
    const note = `New promised date: ${formatBusinessDay(newAt, calendar)} instead of ${formatBusinessDay(oldAt, calendar)}`
    await announce(trx, orderId, {
      type: 'date_moved',
      jobs,
      history: { actorKind: member.kind, actorId: member.id, note },
      mails: [{ kind: 'date_moved', payload: { orderId, dateId } }],
    })
  })
}
