import type { Knex } from 'knex'
import type { OutgoingEvent } from '#api/contract/orders/order-events.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { JobData } from '#api/platform/jobs/queues.ts'

export type OutgoingEventType = OutgoingEvent['type']
export type EventData<Type extends OutgoingEventType> = Extract<OutgoingEvent, { type: Type }>['data']

/**
 * Queues a message to each endpoint that subscribes to the event, if the transaction commits. Locks the endpoints' rows, so
 * that none is deleted meanwhile.
 */
export async function queueEvent<Type extends OutgoingEventType>(
  jobs: Jobs,
  trx: Knex.Transaction,
  type: Type,
  data: EventData<Type>,
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
