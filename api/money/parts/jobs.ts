/** Reminds customers of due parts. */

import { announce } from '#api/orders/order/announce.ts'
import { IS_REACHABLE } from '#api/orders/order/mails.ts'
import { HAS_OPEN_DISPUTE } from '#api/orders/order/parts.ts'
import type { PartOf } from '#api/orders/order/resume-token.ts'
import type { Services } from '#api/platform/app-type.ts'
import { PART_REMINDER_DAYS } from '#api/rules/periods.ts'
import { OrderPart } from '#db/models/money/order-part.ts'
import { Order } from '#db/models/orders/order.ts'

/** SQL: the reminder to send now, as days since the due date; NULL: none. */
const REMINDER = `(SELECT max(days) FROM unnest(ARRAY[${PART_REMINDER_DAYS.join(', ')}]) AS days
  WHERE order_parts.due_at <= now() - make_interval(days => days) AND days > order_parts.reminded_days)`
const IS_ASKED_FOR = `order_parts.state = 'due' AND EXISTS (SELECT FROM orders WHERE orders.id = order_parts.order_id
  AND orders.payment_status = 'part_paid' AND ${IS_REACHABLE} AND NOT ${HAS_OPEN_DISPUTE})`

/** Runs every minute. @param onError called for an order that failed; the next run tries it again */
export async function runPartClock(
  services: Services,
  onError: (error: unknown, orderId: number) => void,
): Promise<void> {
  const due = await OrderPart.query(services.db)
    .whereRaw(`${IS_ASKED_FOR} AND ${REMINDER} IS NOT NULL`)
    .select('orderId', 'position')
  for (const part of due) {
    try {
      await remindOf(services, part)
    } catch (error) {
      onError(error, part.orderId)
    }
  }
}

async function remindOf({ db, jobs }: Services, { orderId, position }: PartOf): Promise<void> {
  await db.transaction(async (trx) => {
    await Order.query(trx).findById(orderId).forUpdate().select('id')
    // Reads again under the lock: the part may be paid by now, or another process may have been faster.
    const [row] = await OrderPart.query(trx)
      .where({ orderId, position })
      .whereRaw(IS_ASKED_FOR)
      .select(trx.raw(`${REMINDER} AS days`))
      .castTo<{ days: number | null }[]>()
    if (!row?.days) return
    await OrderPart.query(trx).findById([orderId, position]).patch({ remindedDays: row.days })
    const mails = [{ kind: 'part_due', payload: { orderId, position, days: row.days } }] as const
    await announce(trx, orderId, { type: 'part_due', jobs, mails })
  })
}
