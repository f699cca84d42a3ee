/** Writes, edits and withdraws messages (docs/product/order.md, Conversation). */

import type { Knex } from 'knex'
import { raw } from 'objection'
import type { SendMessageBody, Message as WireMessage } from '#api/contract/orders/conversation.ts'
import { announce, toOrderPayload } from '#api/orders/order/announce.ts'
import { attachFiles } from '#api/orders/order/order-files.ts'
import { assertNotOver, holdOrder, type JoinedOrder } from '#api/orders/order/order-role.ts'
import { closeQuestion, openQuestion, reopenQuestion } from '#api/orders/order/waits.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, Forbidden, findOrThrow } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { isInWork, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { MESSAGE_CHANGE_MINUTES } from '#api/rules/periods.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { Message } from '#db/models/orders/message.ts'
import { Order } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { getMessage, isWritable } from './conversation.ts'
import { listMessageMails } from './mails.ts'

/** Most messages that a person may send an hour, across all orders. */
export const MESSAGES_AN_HOUR = 60

const keyUsed = () => new Conflict('key_used', 'This key belongs to another message')
/** Whether a repeated call has another text than the stored message. Edited and withdrawn messages cannot be compared any more. */
const hasOtherText = (sent: Message, text: string) =>
  sent.editedAt === null && sent.withdrawnAt === null && text !== '' && text !== sent.text

/**
 * Sends a message. Repeating the call with the same key stores it once.
 * @throws NotFound; Forbidden for a team note by a customer; Conflict key_used, order_unpaid, customer_erased, no_account,
 *   order_closed, order_over
 */
export async function sendMessage(
  { db, jobs }: Services,
  {
    orderId,
    text,
    isTeamOnly = false,
    isBlocking = false,
    fileIds = [],
    key,
  }: SendMessageBody & { orderId: number },
  by: Actor,
): Promise<WireMessage> {
  const { id, role } = await db
    .transaction(async (trx) => {
      const order = await holdOrder(trx, orderId, by)
      const { role } = order
      const sent = await Message.query(trx).findOne({ authorId: by.id, key })
      if (sent && (sent.orderId !== orderId || hasOtherText(sent, text))) throw keyUsed()
      if (sent) return { id: sent.id, role }
      return {
        id: await postMessage(jobs, trx, order, {
          text,
          isTeamOnly,
          isBlocking,
          fileIds,
          key,
          authorId: by.id,
        }),
        role,
      }
    })
    .catch(refuse('order_messages_author_id_key_key', keyUsed))
  return getMessage(db, id, { role, userId: by.id })
}

/**
 * Stores a message and announces it. Call it under the locks of `holdOrder`.
 * @returns its id
 * @throws as {@link sendMessage} does
 */
export async function postMessage(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: JoinedOrder,
  {
    text,
    fileIds,
    ...fields
  }: Pick<Message, 'text' | 'isTeamOnly' | 'isBlocking' | 'key' | 'authorId'> & { fileIds: string[] },
): Promise<number> {
  const { id: orderId, role } = order
  const { isTeamOnly, isBlocking, authorId } = fields
  assertWritable(order, isTeamOnly)
  if (isBlocking) assertBlockable(order, isTeamOnly)
  const message = await Message.query(trx)
    .insert({ ...fields, orderId, authorRole: role, text: text || nameFiles(fileIds) })
    .returning('*')
  const { id } = message
  await attachFiles(trx, { place: { messageId: id }, orderId, authorId, fileIds })
  await followOrder(trx, orderId, authorId)
  const mails = await listMessageMails(trx, order, message)
  if (isTeamOnly) {
    await announce(trx, orderId, { type: 'team_note_sent', jobs, mails })
    return id
  }
  const webhook = { ...toOrderPayload(order), messageId: id, authorRole: role }
  await announce(trx, orderId, { type: 'message_sent', jobs, webhook, mails })
  await markAwaiting(trx, order)
  if (isBlocking) await recordQuestion(trx, message)
  if (role === 'customer') await closeQuestion(trx, orderId)
  return id
}

/** Gives a message with files only a text, because an empty text marks a withdrawn message. */
const nameFiles = ({ length }: readonly string[]): string =>
  length === 1 ? 'Sent a file' : `Sent ${length} files`

export function assertWritable(order: JoinedOrder, isTeamOnly: boolean): void {
  if (isTeamOnly && order.role === 'customer') {
    throw new Forbidden('team_only', 'Only the team can write team notes')
  }
  if (PAYMENT_STATUS[order.paymentStatus].isUnpaid) {
    throw new Conflict('order_unpaid', 'The conversation starts once the order is paid')
  }
  if (!isWritable(order)) {
    throw new Conflict('customer_erased', 'The customer was erased, so you can no longer write here')
  }
  assertNotOver(order)
  if (order.userId === null && !isTeamOnly) {
    const message = 'This order has no account yet, so you can only write team notes'
    throw new Conflict('no_account', message)
  }
}

/** @throws Forbidden team_only; Conflict order_closed */
function assertBlockable(order: JoinedOrder, isTeamOnly: boolean): void {
  if (order.role === 'customer' || isTeamOnly) {
    throw new Forbidden('team_only', 'Only a message from the team to the customer can put the order on hold')
  }
  if (!isInWork(order)) {
    throw new Conflict('order_closed', 'The order is not in progress, so it cannot wait for an answer')
  }
}

/** Records that the team cannot go on. The promised date is paused once the customer's time to answer has passed. */
async function recordQuestion(trx: Knex.Transaction, message: Message): Promise<void> {
  const { id, orderId, authorId, authorRole } = message
  await openQuestion(trx, orderId, id)
  const note = 'Blocked until the customer replies'
  const history = { actorKind: authorRole, actorId: authorId, note }
  await announce(trx, orderId, { type: 'noted', history })
}

/** Resumes the promised date: the team can go on without an answer. Idempotent. @throws NotFound; Forbidden */
export async function resumeWork({ db }: Services, orderId: number, by: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const { role } = await holdOrder(trx, orderId, by)
    if (role === 'customer') throw new Forbidden()
    if (!(await closeQuestion(trx, orderId))) return
    const history = { actorKind: role, actorId: by.id, note: 'Work resumed' }
    await announce(trx, orderId, { type: 'work_can_go_on', history })
  })
}

/** Counts others' messages as unread from now on. Admins follow only orders that they have read or written in. */
async function followOrder(trx: Knex.Transaction, orderId: number, userId: number): Promise<void> {
  await trx('message_reads')
    .insert({ orderId, userId, messageId: 0 })
    .onConflict(['orderId', 'userId'])
    .ignore()
}

/** Starts the customer's wait at their first unanswered message, and ends it when the team writes. */
async function markAwaiting(
  trx: Knex.Transaction,
  { id, role, awaitsReplySince }: JoinedOrder,
): Promise<void> {
  const isWaiting = role === 'customer'
  if (isWaiting === (awaitsReplySince !== null)) return
  await Order.query(trx)
    .findById(id)
    .patch({ awaitsReplySince: isWaiting ? raw('now()') : null })
}

/** @throws as {@link change} does */
export function editMessage(
  services: Services,
  { id, text }: { id: number; text: string },
  by: Actor,
): Promise<WireMessage> {
  return change(services, id, by, async (trx, order, message) => {
    assertWritable(order, message.isTeamOnly)
    await message.$query(trx).patch({ text, editedAt: raw('now()') })
  })
}

/** Deletes a message's text and files for good; an empty message remains. @throws as {@link change} does */
export function withdrawMessage(services: Services, id: number, by: Actor): Promise<WireMessage> {
  return change(services, id, by, async (trx, order, message) => {
    await message.$query(trx).patch({ text: '', withdrawnAt: raw('now()') })
    await OrderFile.query(trx).where({ messageId: id }).delete()
    if (!message.isTeamOnly) await waitAnew(trx, order)
    if (message.isBlocking) await reopenQuestion(trx, order.id)
  })
}

/** Runs a change of the person's own message under the order's lock. @throws NotFound; Conflict withdrawn, too_late */
async function change(
  { db }: Services,
  id: number,
  by: Actor,
  write: (trx: Knex.Transaction, order: JoinedOrder, message: Message) => Promise<void>,
): Promise<WireMessage> {
  const role = await db.transaction(async (trx) => {
    const own = () => findOrThrow(Message.query(trx).findById(id).where({ authorId: by.id }), 'Message')
    const order = await holdOrder(trx, (await own()).orderId, by)
    const message = await own()
    if (message.text === '') throw new Conflict('withdrawn', 'This message was withdrawn')
    const isInTime = await Message.query(trx)
      .findById(id)
      .whereRaw('created_at > now() - make_interval(mins => ?)', MESSAGE_CHANGE_MINUTES)
    if (!isInTime) {
      const message = `A message can be changed for ${MESSAGE_CHANGE_MINUTES} minutes. Please write another one.`
      throw new Conflict('too_late', message)
    }
    await write(trx, order, message)
    // Text removed from a message must not survive in the mail that it came by.
    await IncomingMail.query(trx).where({ messageId: id }).patch({ wholeText: '' })
    await announce(trx, message.orderId, { type: message.isTeamOnly ? 'changed_for_team' : 'changed' })
    return order.role
  })
  return getMessage(db, id, { role, userId: by.id })
}

/**
 * Recomputes since when the customer waits, after a message was withdrawn. A customer's withdrawn message needs no reply; a
 * reply that the team withdraws is awaited again.
 */
async function waitAnew(trx: Knex.Transaction, { id, role, awaitsReplySince }: JoinedOrder): Promise<void> {
  const isCustomer = role === 'customer'
  if (isCustomer && awaitsReplySince === null) return
  await trx.raw(
    `UPDATE orders SET awaits_reply_since = (SELECT min(created_at) FROM order_messages
       WHERE order_id = orders.id AND author_role = 'customer' AND text <> ''
         AND (NOT :isCustomer OR created_at >= orders.awaits_reply_since)
         AND id > coalesce((SELECT max(id) FROM order_messages WHERE order_id = orders.id
           AND author_role <> 'customer' AND NOT is_team_only AND text <> ''), 0))
     WHERE id = :id`,
    { id, isCustomer },
  )
}

/** Marks, for the team, that the customer's messages need no reply. @throws NotFound; Forbidden for the customer */
export async function markNoReply(db: Knex, orderId: number, by: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const { role, invoiceNumber, awaitsReplySince } = await holdOrder(trx, orderId, by)
    if (role === 'customer') throw new Forbidden()
    if (awaitsReplySince === null) return
    await Order.query(trx).findById(orderId).patch({ awaitsReplySince: null })
    await announce(trx, orderId, { type: 'changed_for_team' })
    const about = { actorId: by.id, subject: 'order', subjectId: orderId, label: invoiceNumber } as const
    await recordEdit(
      trx,
      about,
      { awaitsReplySince: awaitsReplySince.toISOString() },
      { awaitsReplySince: null },
    )
  })
}
