import type { Knex } from 'knex'
import { OrderFacts, type OutgoingEvent } from '#api/contract/orders/order-events.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { JobData } from '#api/platform/jobs/queues.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import type { Order } from '#db/models/orders/order.ts'

/** No personal data: receivers with more rights can ask the API. */
export const toOrderFacts = (order: Order): OrderFacts =>
  toWire(OrderFacts, {
    ...order,
    orderId: order.id,
    amount: toDecimal(money(order.amountCents, order.currency)),
  })

type WithoutTime<Event> = Event extends OutgoingEvent ? Omit<Event, 'timestamp'> : never

/**
 * Queues a message to each endpoint that subscribes to the event, if the transaction commits. Locks the endpoints' rows, so
 * that none is deleted meanwhile.
 */
export async function queueEvent(
  jobs: Jobs,
  trx: Knex.Transaction,
  { type, data }: WithoutTime<OutgoingEvent>,
) {
  const payload = { type, timestamp: new Date().toISOString(), data }
  const { rows } = await trx.raw<{ rows: JobData['webhook-attempt'][] }>(
    `INSERT INTO webhook_messages (endpoint_id, message_id, event, payload)
     SELECT id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), :type, :payload::json
     FROM webhook_endpoints WHERE disabled_at IS NULL AND :type = ANY (events)
     FOR KEY SHARE
     RETURNING id AS "webhookMessageId", attempts`,
    { type, payload: JSON.stringify(payload) },
  )
  if (rows.length > 0) await jobs.sendAll(trx, 'webhook-attempt', rows)
}
