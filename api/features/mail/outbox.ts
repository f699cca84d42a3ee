import type { Knex } from 'knex'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import type { Services } from '../../app-type.ts'

/** What a mail of each kind is written from when it is sent. */
export interface MailPayloads {
  order_confirmation: { orderId: number }
  welcome: { orderId: number }
}
export type MailKind = keyof MailPayloads

/** A mail that goes out if, and only if, the transaction commits. */
export async function queueMail<Kind extends MailKind>(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind],
): Promise<void> {
  const { id } = await OutboxMessage.query(trx).insert({ kind, payload }).returning('id')
  await jobs.send(trx, 'mail', { outboxId: id })
}
