/** Background work: a failed job for an admin, and work that waits until an undo is no longer possible. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import type { Payment } from '#db/models/money/payment.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { ApiKey } from '#db/models/operations/api-key.ts'
import { DEMO_PROVIDER } from '#db/seeds/provider-id.ts'
import { insertPayment } from '#db/testing/builders.ts'

export const insertStray = (db: Knex, fields: Partial<Payment> = {}): Promise<Payment> =>
  insertPayment(db, { amountCents: 12_345, fulfilsOrder: false, flag: 'unknown_order', ...fields })

export async function insertEvent(db: Knex, fields: Partial<ProviderEvent> = {}): Promise<ProviderEvent> {
  return ProviderEvent.query(db)
    .insert({
      provider: DEMO_PROVIDER,
      eventId: `evt_${crypto.randomUUID()}`,
      eventType: 'payment.downtime.started',
      payload: JSON.stringify({ event: 'payment.downtime.started', payload: {} }),
      ...fields,
    })
    .returning('*')
}

export const insertApiKey = (db: Knex, keeperId: number) =>
  ApiKey.query(db).insert({
    name: 'Accounting',
    keyHash: randomBytes(32),
    start: 'shop_live_ab12',
    scopes: ['orders:read'],
    keeperId,
    expiresAt: new Date(Date.now() + 86_400_000),
  })

/** Inserts a job whose last try has failed, as pg-boss stores it. */
export async function insertFailedJob(db: Knex, data: object): Promise<string> {
  const id = crypto.randomUUID()
  await db('jobs.job').insert({
    id,
    name: 'provider-event',
    data: JSON.stringify(data),
    state: 'failed',
    retryLimit: 0,
    output: JSON.stringify({ message: 'The payment provider gave no answer: ETIMEDOUT' }),
    completedOn: new Date(),
  })
  return id
}

/** Ends the seconds in which an order's last step can be undone, so that the work waiting for that runs at once. */
export async function endUndo(db: Knex, orderId: number): Promise<void> {
  const ids = { orderId, seconds: UNDO_SECONDS }
  await db.raw(
    'UPDATE order_events SET created_at = created_at - make_interval(secs => :seconds) WHERE order_id = :orderId',
    ids,
  )
  await db.raw(
    `UPDATE jobs.job SET start_after = now() WHERE state = 'created' AND (
       name = 'remove-credentials' AND (data ->> 'orderId')::integer = :orderId
       OR name = 'mail' AND (data ->> 'outboxId')::integer IN (
         SELECT id FROM outbox WHERE (payload ->> 'assignmentId')::integer IN (
           SELECT id FROM staff_assignments WHERE order_id = :orderId)))`,
    ids,
  )
}
