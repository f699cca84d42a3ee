/** Notifies admins by the bell and by mail, in the transaction of the event itself. */
import type { Knex } from 'knex'
import type { NotificationKind } from '#api/contract/outbound/notifications.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { JobData } from '#api/platform/jobs/queues.ts'
import type { Notification } from '#db/models/outbound/notification.ts'
import type { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { IS_MAILED } from './mailed-kinds.ts'

export interface NewNotification extends Pick<Notification, 'key' | 'title' | 'path'> {
  kind: NotificationKind
  /** No personal data: mails leave the shop, and notifications are kept for months. */
  facts?: Notification['facts']
  /** False if a notification's own mail has failed: a mail about it would fail, too. */
  isMailed?: boolean
}

/** Stores the notification, and a mail to each admin who wants its kind. One statement, because a purchase waits for it. */
const INSERT_NOTIFICATION = `WITH added AS (
    INSERT INTO notifications (kind, key, title, facts, path) VALUES (:kind, :key, :title, :facts, :path)
    ON CONFLICT (key) DO NOTHING RETURNING id, kind
  ) INSERT INTO outbox (kind, payload)
    SELECT 'notification', jsonb_build_object('notificationId', added.id, 'recipientId', users.id, 'event', added.kind)
    FROM added JOIN users ON added.kind <> ALL (users.unmailed_kinds)
    WHERE :isMailed AND ${IS_MAILED}
    RETURNING id AS "outboxId"`

/** Does nothing if a notification with the same key exists. */
export async function notify(
  jobs: Jobs,
  trx: Knex.Transaction,
  { facts = [], isMailed = true, ...notification }: NewNotification,
): Promise<void> {
  const values = { ...notification, facts: JSON.stringify(facts), isMailed }
  const { rows } = await trx.raw<{ rows: JobData['mail'][] }>(INSERT_NOTIFICATION, values)
  if (rows.length > 0) await jobs.sendAll(trx, 'mail', rows)
}

/** @returns path of a view in the back office, such as /admin?order=12 */
export const adminPath = (parameters: Record<string, string>): string =>
  `/admin?${new URLSearchParams(parameters)}`

/** Reports a failed mail. If that mail was itself a notification, only the bell shows it: another mail would fail as well. */
export async function notifyOfFailedMail(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id, kind }: Pick<OutboxMessage, 'id' | 'kind'>,
): Promise<void> {
  await notify(jobs, trx, {
    kind: 'mail_failed',
    key: `mail_failed:${id}`,
    title: 'An email could not be delivered',
    facts: [{ label: 'Email', value: kind.replaceAll('_', ' ') }],
    path: adminPath({ view: 'mail' }),
    isMailed: kind !== 'notification',
  })
}
