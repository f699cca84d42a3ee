/** Mails to a staff member about work, and to whoever has forgotten a password. */
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { StaffAssignment } from '../../../db/models/staff-assignment.ts'
import { brand } from '../../contract/brand.ts'
import { NotApplicable, type WrittenMail } from '../mail/content.ts'
import type { MailPayloads } from '../mail/outbox.ts'
import { countThings, formatDay, toOneLine } from '../mail/words.ts'
import { addressOf, linkTo, type Writing } from '../mail/writing.ts'
import { findUserByEmail } from './account.ts'
import { issueResetToken, RESET_EXPIRES_IN_MINUTES } from './reset-token.ts'

export async function writeAssignment(
  { assignmentId, staffId }: MailPayloads['assignment'],
  writing: Writing,
): Promise<WrittenMail> {
  const assignment = await StaffAssignment.query(writing.services.db)
    .findById(assignmentId)
    .withGraphFetched('[staff, assignedBy, order.user]')
  const { staff, order, assignedBy } = assignment ?? {}
  if (!assignment || !staff || !order || assignment.staffId !== staffId) {
    throw new NotApplicable('The work is no longer theirs')
  }
  const { user: client } = order
  return {
    to: addressOf(staff),
    content: {
      subject: toOneLine(`You are on ${order.invoiceNumber}: ${order.packageName}`),
      preview: toOneLine(`For ${client?.company || 'a customer'}, assigned by ${assignedBy?.firstName}.`),
      eyebrow: 'New work',
      heading: toOneLine(`You are on ${order.packageName}`),
      blocks: [
        {
          type: 'text',
          text: `Hello ${staff.firstName}, ${assignedBy?.firstName} ${assignedBy?.lastName} has put you on this order.`,
        },
        {
          type: 'facts',
          facts: [
            { label: 'Order', value: order.invoiceNumber },
            {
              label: 'Client',
              value: `${client?.firstName ?? ''} ${client?.lastName ?? ''}`.trim() || 'N/A',
              ...(client?.company && { note: client.company }),
            },
            { label: 'Assigned', value: formatDay(assignment.assignedAt) },
            { label: 'Delivery', value: `within ${countThings(order.deliveryDays, 'business day')}` },
          ],
        },
        ...(assignment.notes.trim() ? [{ type: 'note' as const, text: assignment.notes }] : []),
        { type: 'button', label: 'Open your assignments', url: linkTo(writing, '/staff') },
      ],
      because: `you work at ${brand.name}.`,
    },
  }
}

export async function writePasswordReset(
  { email }: MailPayloads['password_reset'],
  writing: Writing,
): Promise<WrittenMail> {
  const { db, env } = writing.services
  const user = await findUserByEmail(db, email)
  if (!user) throw new NotApplicable('No account has this e-mail', email)
  const newer = await OutboxMessage.query(db)
    .where({ kind: 'password_reset' })
    .where('id', '>', writing.outboxId)
    .whereRaw(`payload ->> 'email' = ?`, email)
    .first()
  if (newer) throw new NotApplicable('A newer link was asked for', user.email)
  const token = await issueResetToken(db, env, { userId: user.id, messageId: writing.messageId })
  return {
    to: addressOf(user),
    content: {
      subject: `Reset your ${brand.name} password`,
      preview: `The link works once, for ${RESET_EXPIRES_IN_MINUTES} minutes.`,
      eyebrow: 'Your account',
      heading: 'Choose a new password',
      blocks: [
        {
          type: 'text',
          text: `Hello ${user.firstName}, somebody, hopefully you, asked for a new password for ${user.email}.`,
        },
        // In the fragment, which browsers send to nobody: no log on the way has it.
        {
          type: 'button',
          label: 'Set a new password',
          url: linkTo(writing, `/reset-password#token=${token}`),
          isSpelledOut: true,
        },
        {
          type: 'note',
          text: `The link works once, for ${RESET_EXPIRES_IN_MINUTES} minutes, and a newer one replaces it. Afterwards every device that is signed in is signed out.`,
        },
        { type: 'text', text: 'It was not you? Then ignore this mail: your password stays as it is.' },
      ],
      because: `a new password was asked for with this address.`,
    },
  }
}
