/** Inserts background work that needs an admin. */
import type { Knex } from 'knex'
import type { Payment } from '../../../db/models/payment.ts'
import { WebhookEvent } from '../../../db/models/webhook-event.ts'
import { insertPayment } from '../../../db/testing/builders.ts'

export const insertStray = (db: Knex, fields: Partial<Payment> = {}): Promise<Payment> =>
  insertPayment(db, { amountCents: 12_345, fulfilsOrder: false, flag: 'unknown_order', ...fields })

export async function insertEvent(db: Knex, fields: Partial<WebhookEvent> = {}): Promise<WebhookEvent> {
  return WebhookEvent.query(db)
    .insert({
      eventId: `evt_${crypto.randomUUID()}`,
      eventType: 'payment.downtime.started',
      payload: JSON.stringify({ event: 'payment.downtime.started', payload: {} }),
      ...fields,
    })
    .returning('*')
}

/** Inserts a job whose last try has failed, as pg-boss stores it. */
export async function insertFailedJob(db: Knex, data: object): Promise<string> {
  const id = crypto.randomUUID()
  await db('jobs.job').insert({
    id,
    name: 'webhook',
    data: JSON.stringify(data),
    state: 'failed',
    retryLimit: 0,
    output: JSON.stringify({ message: 'The payment provider gave no answer: ETIMEDOUT' }),
    completedOn: new Date(),
  })
  return id
}
