import { brand } from '#api/content/content.ts'
import { block, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import { toOneLine } from '#api/platform/mail/words.ts'
import { accountButton, toRecipient } from '#api/platform/mail/writer.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { findMailed } from './mailed-kinds.ts'

const writeNotification: MailWriter<'notification'> = async (
  { notificationId, recipientId, event },
  context,
) => {
  const { db } = context.services
  const notification = await Notification.query(db).findById(notificationId)
  if (!notification) throw new NotApplicable('The notification has been deleted')
  const admin = await findMailed(db, recipientId, event)
  if (!admin) throw new NotApplicable('The address no longer receives these')
  const { title, facts, path } = notification
  const order = facts.find(({ label }) => label === 'Order')?.value
  return {
    to: toRecipient(admin),
    subject: toOneLine(`${brand.name}: ${title}`),
    preview: facts.map(({ label, value }) => `${label}: ${value}`).join(' · ') || title,
    eyebrow: 'Your shop',
    heading: title,
    blocks: [
      ...(facts.length > 0 ? [block.facts(facts)] : []),
      accountButton(`Open ${order ?? 'the admin area'}`, context, path, admin),
    ],
    because: `you run ${brand.name}. Switch kinds of notifications off in the admin area, under 'Shop settings', 'Notifications'.`,
  }
}

export const NOTIFICATION_MAILS = {
  notification: {
    to: 'each admin who has not switched its kind off',
    when: 'when something happens (see Notifications)',
    // Counted per kind of notification. High limits, because admins' addresses are confirmed.
    aDay: { known: 1_000, unknown: 1_000 },
    write: writeNotification,
  },
} satisfies Partial<Mails>
