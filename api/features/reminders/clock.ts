/** Reminds customers by itself: once of missing answers and, after long silence, a last time. */
import { Order } from '../../../db/models/order.ts'
import type { Services } from '../../app-type.ts'
import type { Env } from '../../base/env.ts'
import { HAS_SPOKEN, LAST_SIGN } from '../orders/attention.ts'
import { AWAITS_ANSWERS, REFUND_STATE } from '../orders/delivery.ts'
import { IS_REACHABLE } from '../orders/mails.ts'
import { LAST_REMINDER_DAYS, remind } from './reminder.ts'

const reminded = (interval: string) => `EXISTS (SELECT FROM order_events e WHERE e.order_id = orders.id
  AND e.reminder IS NOT NULL AND e.reminder <> 'phone' AND e.created_at > now() - ${interval})`

/** SQL: the next step with a row of `orders`. `heard`: its customer has said something, so the silence counts anew. */
const STEP = `CASE WHEN NOT (${AWAITS_ANSWERS} AND ${IS_REACHABLE} AND ${REFUND_STATE} IS NULL) THEN NULL
  WHEN orders.silence_ends_at IS NOT NULL THEN CASE WHEN ${HAS_SPOKEN} THEN 'heard' END
  WHEN :reminderHours > 0 AND now() >= orders.paid_at + make_interval(hours => :reminderHours)
    AND NOT ${reminded("interval '100 years'")} THEN 'mail'
  WHEN :silenceDays > 0 AND now() >= ${LAST_SIGN} + make_interval(days => greatest(:silenceDays - ${LAST_REMINDER_DAYS}, 0))
    AND NOT ${reminded(`interval '${LAST_REMINDER_DAYS} days'`)} THEN 'last' END`

/** SQL: when a customer who is reminded for the last time now has been silent for long enough. */
const SILENCE_END = `greatest(now() + interval '${LAST_REMINDER_DAYS} days', ${LAST_SIGN} + make_interval(days => :silenceDays))`

/** Called every minute. @param onError called for an order that has failed, which is tried again the next minute */
export async function runReminderClock(
  services: Services,
  onError: (error: unknown, orderId: number) => void,
): Promise<void> {
  const { db, env } = services
  const due = await Order.query(db)
    .whereRaw(`${AWAITS_ANSWERS} AND (${STEP}) IS NOT NULL`, namePeriods(env))
    .select('id')
    .orderBy('id')
  for (const { id } of due) {
    try {
      await takeStep(services, id)
    } catch (error) {
      onError(error, id)
    }
  }
}

const namePeriods = ({ answerReminderHours: reminderHours, silenceDays }: Env) => ({
  reminderHours,
  silenceDays,
})

async function takeStep(services: Services, orderId: number): Promise<void> {
  const { db, env } = services
  await db.transaction(async (trx) => {
    await Order.query(trx).findById(orderId).forUpdate().select('id')
    // Read anew under the lock: another process, the customer or an admin may have been faster.
    const { step, silenceEnd } = await Order.query(trx)
      .findById(orderId)
      .select(db.raw(`${STEP} AS step, ${SILENCE_END} AS silence_end`, namePeriods(env)))
      .castTo<{ step: 'mail' | 'last' | 'heard' | null; silenceEnd: Date }>()
    if (step === 'heard') await Order.query(trx).findById(orderId).patch({ silenceEndsAt: null })
    else if (step)
      await remind(services, trx, {
        orderId,
        kind: step,
        cause: { actorKind: 'system' },
        silenceEndsAt: silenceEnd,
      })
  })
}
