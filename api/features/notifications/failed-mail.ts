import type { Knex } from 'knex'
import type { OutboxMessage } from '../../../db/models/outbox-message.ts'
import type { Services } from '../../app-type.ts'
import { adminPath, notify } from './notify.ts'

const OWN_KINDS = ['notification', 'confirm_recipient']

/** A mail that tells of something and fails rings the bell alone: by mail it would fail again, and again. */
export async function tellOfFailedMail(
  services: Pick<Services, 'jobs'>,
  trx: Knex.Transaction,
  { id, kind }: Pick<OutboxMessage, 'id' | 'kind'>,
): Promise<void> {
  await notify(services, trx, {
    kind: 'mail_failed',
    key: `mail_failed:${id}`,
    title: 'A mail could not be delivered',
    facts: [{ label: 'Mail', value: kind.replaceAll('_', ' ') }],
    path: adminPath({ view: 'mail' }),
    isMailed: !OWN_KINDS.includes(kind),
  })
}
