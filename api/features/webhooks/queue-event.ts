import type { Knex } from 'knex'
import type { Order } from '../../../db/models/order.ts'
import { toDecimal } from '../../contract/pricing.ts'
import { OrderFacts, type OutgoingEvent } from '../../contract/webhooks.ts'
import { toWire } from '../../http/to-wire.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** No personal data: whoever may see more asks the API. */
export const toOrderFacts = (order: Order): OrderFacts =>
  toWire(OrderFacts, { ...order, orderId: order.id, amount: toDecimal(order.amountCents) })

type Unsent = OutgoingEvent extends infer Event
  ? Event extends OutgoingEvent
    ? Omit<Event, 'timestamp'>
    : never
  : never

/**
 * Tells every endpoint that wants to know, if and only if the transaction commits. One that an admin deletes meanwhile is
 * left out by its lock, and the transaction goes on.
 */
export async function queueEvent(jobs: Jobs, trx: Knex.Transaction, { type, data }: Unsent) {
  const payload = { type, timestamp: new Date().toISOString(), data }
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `INSERT INTO webhook_deliveries (endpoint_id, message_id, event, payload)
     SELECT id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), :type, :payload::json
     FROM webhook_endpoints WHERE disabled_at IS NULL AND :type = ANY (events)
     FOR KEY SHARE
     RETURNING id`,
    { type, payload: JSON.stringify(payload) },
  )
  if (rows.length === 0) return
  await jobs.sendAll(
    trx,
    'delivery',
    rows.map(({ id }) => ({ deliveryId: id, attempts: 0 })),
  )
}
