/** Reminds customers of due instalments. */

import { announce } from '#api/orders/order/announce.ts'
import { HAS_OPEN_DISPUTE } from '#api/orders/order/instalments.ts'
import { CUSTOMER_HAS_EMAIL } from '#api/orders/order/mails.ts'
import type { InstalmentOf } from '#api/orders/order/resume-token.ts'
import type { Services } from '#api/platform/app-type.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { INSTALMENT_REMINDER_DAYS } from '#api/rules/periods.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Order } from '#db/models/orders/order.ts'

/** SQL: the reminder to send now, as days since the due date; NULL: none. */
const REMINDER = `(SELECT max(days) FROM unnest(ARRAY[${INSTALMENT_REMINDER_DAYS.join(', ')}]) AS days
  WHERE order_instalments.due_at <= now() - make_interval(days => days) AND days > order_instalments.reminded_days)`
const IS_ASKED_FOR = `order_instalments.state IN (${listStatuses(INSTALMENT_STATE, 'isDue')}) AND EXISTS (SELECT FROM orders WHERE orders.id = order_instalments.order_id
  AND orders.payment_status IN (${listStatuses(PAYMENT_STATUS, 'isPartlyPaid')}) AND ${CUSTOMER_HAS_EMAIL} AND NOT ${HAS_OPEN_DISPUTE})`

/** Runs every minute. @param onError called for an order that failed; the next run tries it again */
export async function runInstalmentClock(
  services: Services,
  onError: (error: unknown, orderId: number) => void,
): Promise<void> {
  const due = await OrderInstalment.query(services.db)
    .whereRaw(`${IS_ASKED_FOR} AND ${REMINDER} IS NOT NULL`)
    .select('orderId', 'position')
  for (const instalment of due) {
    try {
      await remindOf(services, instalment)
    } catch (error) {
      onError(error, instalment.orderId)
    }
  }
}

async function remindOf({ db, jobs }: Services, { orderId, position }: InstalmentOf): Promise<void> {
  await db.transaction(async (trx) => {
    await Order.query(trx).findById(orderId).forUpdate().select('id')
    // Reads again under the lock: the instalment may be paid by now, or another process may have been faster.
    const [row] = await OrderInstalment.query(trx)
      .where({ orderId, position })
      .whereRaw(IS_ASKED_FOR)
      .select(trx.raw(`${REMINDER} AS days`))
      .castTo<{ days: number | null }[]>()
    if (!row?.days) return
    await OrderInstalment.query(trx).findById([orderId, position]).patch({ remindedDays: row.days })
    const mails = [{ kind: 'instalment_due', payload: { orderId, position, days: row.days } }] as const
    await announce(trx, orderId, { type: 'instalment_due', jobs, mails })
  })
}
