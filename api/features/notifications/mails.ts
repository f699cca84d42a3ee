import { Notification, NotificationRecipient } from '../../../db/models/notification.ts'
import { brand } from '../../content/content.ts'
import { HOUR_MS } from '../../http/limits.ts'
import { hashToken } from '../../http/token-hash.ts'
import { SIGN_IN } from '../../rules/mailed-links.ts'
import { CONFIRM_LINK_HOURS } from '../../rules/periods.ts'
import { deriveToken } from '../auth/mailed-links/mailed-token.ts'
import { block, NotApplicable } from '../mail/content.ts'
import { toOneLine } from '../mail/words.ts'
import { linkTo, type MailWriter } from '../mail/writer.ts'
import { findActive } from './recipient.ts'

export const writeNotification: MailWriter<'notification'> = async (
  { notificationId, recipientId, event },
  context,
) => {
  const { db } = context.services
  const notification = await Notification.query(db).findById(notificationId)
  if (!notification) throw new NotApplicable('The notification has been deleted')
  const recipient = await findActive(db, recipientId)
  if (!recipient?.kinds.includes(event))
    throw new NotApplicable('The address no longer receives these', recipient?.email)
  const { title, facts, path } = notification
  return {
    to: { name: '', address: recipient.email },
    subject: toOneLine(`${brand.name}: ${title}`),
    preview: facts.map(({ label, value }) => `${label}: ${value}`).join(' · ') || title,
    eyebrow: 'Your shop',
    heading: title,
    blocks: [
      ...(facts.length > 0 ? [block.facts(facts)] : []),
      // The sign-in form stays empty: the address need not be that of an account.
      block.button('Open the admin area', linkTo(context, `${path}#${SIGN_IN}`)),
    ],
    because: `this address receives notifications from ${brand.name}. An admin can change that in the admin area, under 'Notification mails'.`,
  }
}

export const writeConfirmRecipient: MailWriter<'confirm_recipient'> = async ({ recipientId }, context) => {
  const { db, env } = context.services
  const recipient = await NotificationRecipient.query(db).findById(recipientId)
  if (!recipient || recipient.confirmedAt) throw new NotApplicable('There is nothing to confirm')
  const token = deriveToken(env, 'confirm-recipient', context.messageId)
  const tokenExpiresAt = new Date(Date.now() + CONFIRM_LINK_HOURS * HOUR_MS)
  await recipient.$query(db).patch({ tokenHash: hashToken(token), tokenExpiresAt })
  return {
    to: { name: '', address: recipient.email },
    subject: `Confirm this address for notifications from ${brand.name}`,
    preview: `The link works once, for ${CONFIRM_LINK_HOURS} hours.`,
    eyebrow: 'Notifications',
    heading: 'Confirm this address',
    blocks: [
      `An admin at ${brand.name} wants notifications about the shop, such as sales and failed refunds, to go to ${recipient.email}.`,
      // In the fragment, which browsers do not send, so that no access log holds the token.
      block.link('Confirm this address', linkTo(context, `/confirm-email#recipient=${token}`)),
      block.note(
        `The link works once, for ${CONFIRM_LINK_HOURS} hours. If you were not expecting this, ignore this mail and nothing will be sent to you.`,
      ),
    ],
    because: `this address was entered for notifications from ${brand.name}.`,
  }
}
