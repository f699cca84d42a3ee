/** Tells the people who run the shop what has happened, by the bell and by mail, in the transaction of the event itself. */
import type { Knex } from 'knex'
import type { Notification } from '../../../db/models/notification.ts'
import type { OutboxMessage } from '../../../db/models/outbox-message.ts'
import type { NotificationKind } from '../../contract/notifications.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { IS_ACTIVE } from './recipient.ts'

export interface Told extends Pick<Notification, 'key' | 'title' | 'path'> {
  kind: NotificationKind
  /** Never a name, an address or an answer: mails go to mailboxes outside the shop, and the bell is kept for months. */
  facts?: Notification['facts']
  /** False for what concerns mails that tell of something: a mail that fails must not cause the next one. */
  isMailed?: boolean
}

/** One statement, because a purchase waits for it. */
const TELL = `WITH told AS (
    INSERT INTO notifications (kind, key, title, facts, path) VALUES (:kind, :key, :title, :facts, :path)
    ON CONFLICT (key) DO NOTHING RETURNING id, kind
  ) INSERT INTO outbox (kind, payload)
    SELECT 'notification', jsonb_build_object('notificationId', told.id, 'recipientId', recipients.id, 'event', told.kind)
    FROM told JOIN notification_recipients AS recipients ON told.kind = ANY (recipients.kinds)
    WHERE :isMailed AND ${IS_ACTIVE}
    RETURNING id`

/** Telling again what was told, by its key, does nothing. */
export async function notify(
  jobs: Jobs,
  trx: Knex.Transaction,
  { facts = [], isMailed = true, ...told }: Told,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(TELL, {
    ...told,
    facts: JSON.stringify(facts),
    isMailed,
  })
  if (rows.length > 0)
    await jobs.sendAll(
      trx,
      'mail',
      rows.map(({ id }) => ({ outboxId: id })),
    )
}

/** @returns the address of a view of the admin area, such as /admin?order=12 */
export const adminPath = (parameters: Record<string, string>): string =>
  `/admin?${new URLSearchParams(parameters)}`

const OWN_KINDS = ['notification', 'confirm_recipient']

/** A mail that tells of something and fails rings the bell alone: by mail it would fail again, and again. */
export async function tellOfFailedMail(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id, kind }: Pick<OutboxMessage, 'id' | 'kind'>,
): Promise<void> {
  await notify(jobs, trx, {
    kind: 'mail_failed',
    key: `mail_failed:${id}`,
    title: 'A mail could not be delivered',
    facts: [{ label: 'Mail', value: kind.replaceAll('_', ' ') }],
    path: adminPath({ view: 'mail' }),
    isMailed: !OWN_KINDS.includes(kind),
  })
}
