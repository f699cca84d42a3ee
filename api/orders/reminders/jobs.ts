/** Takes the automatic steps while an order waits for its customer: reminders, and accepting a delivery at its deadline. */

import { acceptDelivery } from '#api/orders/deliveries/acceptance.ts'
import { HAS_SPOKEN, LAST_CUSTOMER_ACTIVITY } from '#api/orders/order/attention.ts'
import { IN_WORK, REFUND_STATE } from '#api/orders/order/delivery.ts'
import { CUSTOMER_HAS_EMAIL } from '#api/orders/order/mails.ts'
import { settleWaits } from '#api/orders/order/waits.ts'
import { findWholeDelivery, IS_ACCEPTANCE_STOPPED } from '#api/orders/order/work.ts'
import type { Services } from '#api/platform/app-type.ts'
import type { Env } from '#api/platform/environment/env.ts'
import type { WaitKind } from '#api/rules/order-work/promised-date.ts'
import { WORK_STATE } from '#api/rules/order-work/work-state.ts'
import { LEAST_ACCEPTANCE_HOURS, REMINDER_DAYS_BEFORE } from '#api/rules/promises.ts'
import { listStatuses, namesOf } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { LAST_REMINDER_DAYS, remind, remindOfDelivery } from './reminder.ts'

type Step = 'heard' | 'mail' | 'last' | 'check' | 'last_check' | 'accept'

/** SQL: whether a row of `orders` got a reminder of these kinds since a moment. @param kinds SQL @param since SQL */
const reminded = (kinds: string, since: string) => `EXISTS (SELECT FROM order_events e
  WHERE e.order_id = orders.id AND e.reminder IN (${kinds}) AND e.created_at >= ${since})`

const WHOLE_AT = '(SELECT max(d.created_at) FROM deliveries d WHERE d.order_id = orders.id AND d.is_whole)'
const DECLINED_AT = `(SELECT max(r.decided_at) FROM delivery_requests r
  WHERE r.order_id = orders.id AND r.outcome = 'declined')`
/** SQL: since when the customer of a row of `orders` tests: the latest of its delivery, a declined change, and a change of status. */
const TESTS_SINCE = `greatest(${WHOLE_AT}, ${DECLINED_AT},
  (SELECT max(e.created_at) FROM order_events e WHERE e.order_id = orders.id AND e.kind = 'status'))`
const [FIRST_DAYS, LAST_DAYS] = REMINDER_DAYS_BEFORE

/**
 * SQL: the steps for a row of `orders` and when each is due, by what the order waits for. The first step that is due is taken.
 * Null: nobody is reminded. The order's history shows which reminders were sent. `heard`: the customer has reacted to the last
 * reminder, so the silence starts over.
 */
const LADDERS: Readonly<Record<WaitKind, { while: string; steps: Partial<Record<Step, string>> } | null>> = {
  answers: {
    while: `${CUSTOMER_HAS_EMAIL} AND ${REFUND_STATE} IS NULL AND orders.question_at IS NULL`,
    steps: {
      heard: `orders.silence_ends_at IS NOT NULL AND ${HAS_SPOKEN}`,
      mail: `orders.silence_ends_at IS NULL AND :reminderHours > 0
        AND now() >= orders.paid_at + make_interval(hours => :reminderHours)
        AND NOT ${reminded(`'mail', 'last'`, `'-infinity'`)}`,
      last: `orders.silence_ends_at IS NULL AND :silenceDays > 0
        AND now() >= ${LAST_CUSTOMER_ACTIVITY} + make_interval(days => greatest(:silenceDays - ${LAST_REMINDER_DAYS}, 0))
        AND NOT ${reminded(`'mail', 'last'`, `now() - interval '${LAST_REMINDER_DAYS} days'`)}`,
    },
  },
  delivery: {
    while: `orders.work_state IN (${listStatuses(WORK_STATE, 'isTested')}) AND NOT ${IS_ACCEPTANCE_STOPPED}`,
    steps: {
      // Comes before `check`: after an outage, one mail is enough.
      last_check: `now() >= orders.accept_by - interval '${LAST_DAYS} days' AND NOT ${reminded(`'last_check'`, TESTS_SINCE)}`,
      // The mail about a declined change replaces this reminder.
      check: `now() >= orders.accept_by - interval '${FIRST_DAYS} days' AND ${DECLINED_AT} > ${WHOLE_AT} IS NOT TRUE
        AND NOT ${reminded(`'check', 'last_check'`, TESTS_SINCE)}`,
      accept: `now() >= orders.accept_by AND ${reminded(`'last_check'`, TESTS_SINCE)}`,
    },
  },
  refund_request: null,
  question: null,
}
const WITH_STEPS = namesOf(LADDERS)
  .filter((kind) => LADDERS[kind] !== null)
  .map((kind) => `'${kind}'`)
  .join(', ')
const STEP = `CASE ${Object.entries(LADDERS)
  .map(([kind, ladder]) =>
    ladder
      ? `WHEN orders.waiting_for = '${kind}' AND ${ladder.while} THEN CASE
    ${Object.entries(ladder.steps)
      .map(([step, isDue]) => `WHEN ${isDue} THEN '${step}'`)
      .join('\n')} END`
      : '',
  )
  .join('\n')} END`

/** SQL: when the silence of a customer who gets the last reminder now has lasted long enough to close the order. */
const SILENCE_END = `greatest(now() + interval '${LAST_REMINDER_DAYS} days', ${LAST_CUSTOMER_ACTIVITY} + make_interval(days => :silenceDays))`

/** Runs every minute. @param onError called for an order that failed; the next run tries it again */
export async function runWaitClock(
  services: Services,
  onError: (error: unknown, orderId: number) => void,
): Promise<void> {
  const { db, env } = services
  await settleWaits(db, onError)
  // Keeps at least this much time on a paused deadline, so that the customer can still test afterwards. The extra hour makes each
  // row update once an hour instead of every minute.
  await db.raw(`UPDATE orders SET accept_by = now() + interval '${LEAST_ACCEPTANCE_HOURS + 1} hours'
    WHERE orders.work_state IN (${listStatuses(WORK_STATE, 'isTested')}) AND ${IN_WORK}
      AND orders.accept_by < now() + interval '${LEAST_ACCEPTANCE_HOURS} hours 1 minute' AND ${IS_ACCEPTANCE_STOPPED}`)
  const due = await Order.query(db)
    .whereRaw(`orders.waiting_for IN (${WITH_STEPS}) AND (${STEP}) IS NOT NULL`, namePeriods(env))
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
  const { db, env, jobs } = services
  await db.transaction(async (trx) => {
    await Order.query(trx).findById(orderId).forUpdate().select('id')
    // Reads again under the lock: another process, the customer or an admin may have been faster.
    const order = await Order.query(trx)
      .findById(orderId)
      .select('orders.*', db.raw(`${STEP} AS step, ${SILENCE_END} AS silence_end`, namePeriods(env)))
      .throwIfNotFound()
      .castTo<Order & { step: Step | null; silenceEnd: Date }>()
    const { step, silenceEnd: silenceEndsAt } = order
    if (step === 'heard') await Order.query(trx).findById(orderId).patch({ silenceEndsAt: null })
    else if (step === 'mail' || step === 'last')
      await remind(services, trx, { orderId, kind: step, cause: { actorKind: 'system' }, silenceEndsAt })
    else if (step) {
      const delivery = await findWholeDelivery(trx, orderId)
      if (!delivery) return
      if (step === 'accept') await acceptDelivery(jobs, trx, { order, delivery })
      else await remindOfDelivery(services, trx, { order, delivery, kind: step })
    }
  })
}
