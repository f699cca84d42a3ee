/** Mails messages that are still unread two minutes after they were written (docs/product/order.md, Conversation). */

import type { Knex } from 'knex'
import { brand } from '#api/content/content.ts'
import type { MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import type { MessageRole } from '#api/contract/orders/conversation.ts'
import { MESSAGES_WAIT_SECONDS } from '#api/orders/order/announce.ts'
import { getTurn } from '#api/orders/order/delivery.ts'
import { nameFilesOf } from '#api/orders/order/order-files.ts'
import { getJoinedOrder, type JoinedOrder } from '#api/orders/order/order-role.ts'
import { NotFound } from '#api/platform/errors.ts'
import { block, type Entry, hidePasswords, NotApplicable } from '#api/platform/mail/content.ts'
import type { Mails, MailWriter } from '#api/platform/mail/definition.ts'
import type { NewMail } from '#api/platform/mail/outbox.ts'
import { formatDay, formatMoment, toOneLine } from '#api/platform/mail/words.ts'
import { accountButton, greet, toRecipient } from '#api/platform/mail/writer.ts'
import { INCOMING_MAIL_STATE } from '#api/rules/order-work/incoming-mail.ts'
import { MAIL_STATE } from '#api/rules/outgoing.ts'
import { REPLY_HOURS } from '#api/rules/promises.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import type { Message } from '#db/models/orders/message.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { toBlocks } from './blocks.ts'
import { selectUnread } from './conversation.ts'
import { createReplyAddress } from './reply-token.ts'

/** How many messages one mail shows; the page has the rest. */
const MOST_MESSAGES = 20

const CANNOT_GO_ON = 'We need your answer to continue:'
const WAITS = `We’re blocked until you reply. The promised date goes on hold ${REPLY_HOURS} hours after the message.`

const PAGES: Record<MessageRole, string> = { customer: '/dashboard', staff: '/staff', admin: '/admin' }

/**
 * One mail to each person whom a message concerns, merged with one that waits. Call it under the order's row lock.
 * - A customer's message goes to the order's staff or, without staff, to all admins.
 * - The team's message goes to the customer.
 * - A team note goes to the other staff of the order.
 */
export async function listMessageMails(
  trx: Knex.Transaction,
  order: JoinedOrder,
  { id: from, authorId, isTeamOnly }: Pick<Message, 'id' | 'authorId' | 'isTeamOnly'>,
): Promise<NewMail<'messages'>[]> {
  const { id: orderId } = order
  const toMail = (recipient: Pick<MailPayloads['messages'], 'userId' | 'staffId'>) => {
    const about = { ...recipient, orderId }
    const payload = { ...about, from }
    return { kind: 'messages' as const, payload, unlessWaiting: about, afterSeconds: MESSAGES_WAIT_SECONDS }
  }
  if (order.role !== 'customer' && !isTeamOnly)
    return order.userId === null ? [] : [toMail({ userId: order.userId })]
  const able = () =>
    User.query(trx).where({ disabledAt: null }).whereNot({ id: authorId }).select('id').orderBy('id')
  const staff = await able()
    .where({ isStaff: true })
    .whereIn('id', trx('staff_assignments').where({ orderId }).select('staffId'))
  const isForAdmins = staff.length === 0 && !isTeamOnly
  return (isForAdmins ? await able().where({ isAdmin: true }) : staff).map(({ id }) =>
    toMail({ staffId: id }),
  )
}

const writeMessages: MailWriter<'messages'> = async (payload, context) => {
  const { db } = context.services
  const userId = payload.userId ?? payload.staffId ?? 0
  const order = await getJoinedOrder(db, payload.orderId, userId).catch((error: unknown) => {
    if (error instanceof NotFound) throw new NotApplicable('The recipient has no part in the order any more')
    throw error
  })
  const user = await User.query(db).findById(userId).throwIfNotFound()
  if (user.disabledAt) throw new NotApplicable('The account is disabled', user.email)
  const from = await findFirst(db, payload, context.outboxId)
  const unread = await selectUnread(db, order, userId).where('order_messages.id', '>=', from)
  if (unread.length === 0) throw new NotApplicable('The messages have been read', user.email)
  const isTeam = order.role !== 'customer'
  const count = unread.length === 1 ? 'A new message' : `${unread.length} new messages`
  const more = unread.length - MOST_MESSAGES
  // An unverified address gets no texts or names, because a stranger may have typed it.
  const isBlocking =
    !isTeam && unread.some((message) => message.isBlocking) && (await getTurn(db, order.id)) === 'reply'
  const shown = user.emailVerifiedAt ? unread.slice(-MOST_MESSAGES) : []
  const ids = shown.map(({ id }) => id)
  const files = await nameFilesOf(db, 'messageId', ids)
  const replyTo = isTeam ? undefined : createReplyAddress(context.services.env, { orderId: order.id, user })
  return {
    to: toRecipient(user),
    replyTo,
    subject: toOneLine(
      `${isBlocking ? CANNOT_GO_ON : `${count} about`} ${order.invoiceNumber}, ${order.packageName}`,
    ),
    preview: isBlocking ? 'The promised date goes on hold without a reply.' : 'Please read and reply.',
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: unread.length === 1 ? 'A new message' : 'New messages',
    blocks: [
      `${greet('Hello', user)}, ${isTeam ? 'here’s what’s new' : 'our team has written to you'} about ${order.packageName}.${isBlocking ? ` ${WAITS}` : ''}`,
      ...(shown.length > 0 && more > 0 ? [`Here are the last ${MOST_MESSAGES}.`] : []),
      ...(shown.length > 0 ? [block.entries(shown.map((message) => toEntry(message, isTeam, files)))] : []),
      accountButton(
        isTeam ? 'Read and reply' : 'Reply in the order',
        context,
        `${PAGES[order.role]}?order=${order.id}`,
        user,
      ),
      ...(replyTo
        ? ['You can also reply to this email. What you write above its text is added to the order.']
        : []),
    ],
    because: isTeam ? `you work at ${brand.name}.` : `you ordered from ${brand.name}.`,
  }
}

/** Quotes nothing of the reply, because a stranger may have written it. */
const writeReplyWaits: MailWriter<'reply_waits'> = async ({ orderId, userId }, context) => {
  const { db } = context.services
  const order = await getJoinedOrder(db, orderId, userId).catch((error: unknown) => {
    if (error instanceof NotFound) throw new NotApplicable('The recipient has no part in the order any more')
    throw error
  })
  const user = await User.query(db).findById(userId).throwIfNotFound()
  if (user.disabledAt) throw new NotApplicable('The account is disabled', user.email)
  const waiting = await IncomingMail.query(db)
    .where({ orderId, userId })
    .whereIn('state', statusesThat(INCOMING_MAIL_STATE, 'isWaiting'))
    .resultSize()
  if (waiting === 0) throw new NotApplicable('No reply is waiting any more', user.email)
  return {
    to: toRecipient(user),
    subject: toOneLine(`Please confirm your email reply: ${order.invoiceNumber}, ${order.packageName}`),
    preview: 'We’ll post it once you confirm it.',
    eyebrow: `Order ${order.invoiceNumber}`,
    heading: 'Please confirm your email reply',
    blocks: [
      `${greet('Hello', user)}, we received an email reply about ${order.packageName} but haven’t posted it yet. Either we couldn’t confirm that you sent it, or we couldn’t accept one of its files.`,
      'The team can’t see it yet. Open the order to post or discard it.',
      accountButton('Confirm the reply', context, `/dashboard?order=${orderId}`, user),
    ],
    because: `you ordered from ${brand.name}.`,
  }
}

const writeReplyRefused: MailWriter<'reply_refused'> = () =>
  Promise.reject(new NotApplicable('This reply came from its customer: there is nothing to send'))

function toEntry(
  message: Awaited<ReturnType<typeof selectUnread>>[number],
  isTeam: boolean,
  files: ReadonlyMap<number, string[]>,
): Entry {
  const { id, firstName, lastName, createdAt, isTeamOnly, isBlocking } = message
  const note = isTeamOnly ? ', for the team only' : isBlocking ? ': needs your reply' : ''
  // A customer's time zone is not known.
  const at = isTeam ? formatMoment(createdAt) : formatDay(createdAt)
  const text = hidePasswords(message.text)
  return {
    title: toOneLine(`${firstName} ${lastName}, ${at}${note}`),
    text,
    formatted: toBlocks(text),
    files: files.get(id) ?? [],
  }
}

/** @returns the id of the first message that no sent mail has covered; skipped and failed mails do not count */
async function findFirst(
  db: Knex,
  { from, ...about }: MailPayloads['messages'],
  outboxId: number,
): Promise<number> {
  const mails = await OutboxMessage.query(db)
    .where({ kind: 'messages' })
    .where('id', '<', outboxId)
    .whereRaw(`payload ->> 'orderId' = ? AND payload @> ?`, [String(about.orderId), JSON.stringify(about)])
    .orderBy('id')
  const untold = mails.slice(mails.findLastIndex(({ state }) => MAIL_STATE[state].isSent) + 1)
  return Math.min(from, ...untold.map(({ payload }) => (payload as MailPayloads['messages']).from))
}

export const CONVERSATION_MAILS = {
  messages: {
    to: 'customer, or the team',
    when: '2 minutes after somebody wrote in the conversation of an order, if it is not read yet: all that is unread in one',
    // High, because somebody waits for each of them. The next mail covers what was skipped.
    aDay: { known: 200, unknown: 20 },
    write: writeMessages,
  },
  reply_waits: {
    to: 'customer',
    when: 'when a reply by mail waits until its customer says yes; one an hour an order',
    write: writeReplyWaits,
  },
  reply_refused: {
    to: 'nobody',
    when: 'never: it records why a reply by mail was not taken',
    write: writeReplyRefused,
  },
} satisfies Partial<Mails>
