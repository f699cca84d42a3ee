/** Stores an incoming mail with its order, posted or waiting (docs/product/order.md, Conversation). */
import { createHash, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { LONGEST_MESSAGE } from '#api/contract/orders/conversation.ts'
import { assertWritable, MESSAGES_AN_HOUR, postMessage } from '#api/orders/conversation/message.ts'
import { mayReply, type ReplyToken } from '#api/orders/conversation/reply-token.ts'
import { queueFileWork } from '#api/orders/files/file-work.ts'
import { announce } from '#api/orders/order/announce.ts'
import { shareFileRows, UNSENT } from '#api/orders/order/order-files.ts'
import { holdOrder, type JoinedOrder } from '#api/orders/order/order-role.ts'
import type { Services } from '#api/platform/app-type.ts'
import { DomainError, NotFound, Unavailable } from '#api/platform/errors.ts'
import { openStorage } from '#api/platform/storage/open.ts'
import { RESERVED_DISK_BYTES } from '#api/platform/storage/storage.ts'
import { INCOMING_MAIL_STATE } from '#api/rules/order-work/incoming-mail.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import {
  formatBytes,
  LARGEST_FILE_BYTES,
  LARGEST_ORDER_BYTES,
  MOST_FILES,
} from '#api/rules/order-work/uploads.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import type { MailFile, ReadMail } from './read-mail.ts'
import { type Header, isConfirmed } from './sender.ts'

/** How many incoming mails of an order may await the customer's decision. Further ones stay in the mailbox. */
const MOST_WAITING = 10

/** Why a mail was refused, for the mail log. */
export class Refusal extends Error {}

export interface ArrivedMail {
  token: ReplyToken
  /** SHA-256 of the Message-ID, which identifies a mail so that it is stored once. */
  hash: Buffer
  headers: readonly Header[]
  from: string | undefined
  /** Reads the mail's text and attachments. @throws Refusal */
  read: () => Promise<ReadMail>
}

type MailServices = Pick<Services, 'db' | 'env' | 'jobs'>

/** @returns false if the mail must stay in the mailbox for now */
export async function takeMail(services: MailServices, mail: ArrivedMail): Promise<boolean> {
  const { db } = services
  const { orderId, userId } = mail.token
  if (await IncomingMail.query(db).findOne({ mailHash: mail.hash })) return true
  const [{ count }] = (
    await db.raw<{ rows: [{ count: number }] }>(
      `SELECT ((SELECT count(*) FROM order_messages WHERE author_id = :userId AND created_at > now() - interval '1 hour')
         + (SELECT count(*) FROM incoming_mails WHERE user_id = :userId AND message_id IS NULL
           AND created_at > now() - interval '1 hour'))::int AS count`,
      { userId },
    )
  ).rows
  // Checks the limits before reading the mail, which may be large.
  if (count >= MESSAGES_AN_HOUR || (await countWaiting(db, orderId)) >= MOST_WAITING) return false
  try {
    const content = await mail.read()
    return await db.transaction((trx) => store(services, trx, mail, content))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await db.transaction(async (trx) => {
      const refused = await IncomingMail.query(trx)
        .insert({ mailHash: mail.hash, orderId, userId, state: 'refused' })
        .onConflict('mailHash')
        .ignore()
        .returning('id')
      if (!refused.id) return
      await OutboxMessage.query(trx).insert({
        kind: 'reply_refused',
        payload: { orderId, userId },
        toEmail: services.env.replyMailbox?.address ?? null,
        subject: 'An email reply',
        skippedAt: new Date(),
        lastError: `Refused: ${error.message}`,
      })
    })
    return true
  }
}

async function store(
  services: MailServices,
  trx: Knex.Transaction,
  { token, hash, headers, from }: ArrivedMail,
  { text, wholeText, files }: ReadMail,
): Promise<boolean> {
  const { env, jobs } = services
  const { orderId, userId } = token
  const order = await hold(trx, token)
  const { email } = await User.query(trx).findById(userId).throwIfNotFound()
  if (await IncomingMail.query(trx).findOne({ mailHash: hash })) return true
  if (text === '' && files.length === 0) throw new Refusal('It is empty')
  if ((await countWaiting(trx, orderId)) >= MOST_WAITING) return false
  const mail = await IncomingMail.query(trx)
    .insert({
      mailHash: hash,
      orderId,
      userId,
      state: 'waiting',
      wholeText,
      fromAddress: from ?? '',
      text: cut(text),
    })
    .returning('*')
  const note = await storeFiles(services, trx, mail, files)
  const authservId = env.replyMailbox?.authservId ?? ''
  const isSure = authservId !== '' && isConfirmed(headers, { address: email, from, authservId })
  if (isSure && note === '') await postIncomingMail(jobs, trx, order, mail)
  else {
    await mail.$query(trx).patch({ note })
    // Mails the account and never answers the mail itself, because From may be a stranger's.
    await announce(trx, orderId, {
      type: 'reply_by_mail_waits',
      jobs,
      mails: [{ kind: 'reply_waits', payload: { orderId, userId }, onceAnHour: true }],
    })
  }
  return true
}

const countWaiting = (db: Knex, orderId: number): Promise<number> =>
  IncomingMail.query(db)
    .where({ orderId })
    .whereIn('state', statusesThat(INCOMING_MAIL_STATE, 'isWaiting'))
    .resultSize()

/** Locks order and customer. @throws Refusal if the customer may no longer write there, or the token has expired */
async function hold(trx: Knex.Transaction, token: ReplyToken): Promise<JoinedOrder> {
  const { orderId, userId } = token
  const holdRight = async () => {
    const user = await User.query(trx).findById(userId).forShare()
    if (!user || user.disabledAt || user.erasedAt || !mayReply(user))
      throw new Refusal('The account may not reply by email')
    if (!token.isOf(user)) throw new Refusal('The address or the password of the account has changed since')
    if (token.hasExpired) throw new Refusal('The reply address has expired')
  }
  try {
    const order = await holdOrder(trx, orderId, { id: userId, holdRight })
    if (order.role !== 'customer') throw new NotFound('Order')
    assertWritable(order, false)
    return order
  } catch (error) {
    if (error instanceof NotFound) throw new Refusal('The person has no part in the order any more')
    throw error instanceof DomainError ? new Refusal(error.message) : error
  }
}

const cut = (text: string): string =>
  text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE - 1).toWellFormed()}…`

/** Posts a waiting mail as a message, in the caller's transaction. @returns the message's id */
export async function postIncomingMail(
  jobs: Services['jobs'],
  trx: Knex.Transaction,
  order: JoinedOrder,
  mail: IncomingMail,
): Promise<number> {
  const files = await OrderFile.query(trx)
    .where({ ...UNSENT, incomingMailId: mail.id })
    .whereIn('state', statusesThat(FILE_STATE, 'isKept'))
  const fileIds = files.map(({ id }) => id)
  const message = {
    text: mail.text,
    isTeamOnly: false,
    isBlocking: false,
    key: randomUUID(),
    authorId: mail.userId,
    fileIds,
  }
  const messageId = await postMessage(jobs, trx, order, message)
  await mail.$query(trx).patch({ state: 'posted', messageId, text: '' })
  return messageId
}

/** @returns a note naming the files that were not stored, and why; empty if all were */
async function storeFiles(
  { env, jobs }: MailServices,
  trx: Knex.Transaction,
  { id: incomingMailId, mailHash, orderId, userId }: IncomingMail,
  files: readonly MailFile[],
): Promise<string> {
  if (files.length === 0) return ''
  await shareFileRows(trx)
  const storage = await openStorage(env)
  const sum = await OrderFile.query(trx)
    .where({ orderId })
    .sum('sizeBytes as bytes')
    .first()
    .castTo<{ bytes: string | null }>()
  let left = LARGEST_ORDER_BYTES - Number(sum.bytes ?? 0)
  const skipped: string[] = []
  for (const [index, { name, bytes }] of files.entries()) {
    const size = bytes.length
    if (size === 0) continue
    if (index >= MOST_FILES || size > LARGEST_FILE_BYTES || size > left) {
      skipped.push(`${name} (${formatBytes(size)})`)
      continue
    }
    left -= size
    // The id is the same for every attempt, so that a retry leaves no orphaned bytes.
    const id = toUuid(createHash('sha256').update(mailHash).update(`:${index}`).digest())
    await OrderFile.query(trx).insert({
      id,
      orderId,
      uploaderId: userId,
      incomingMailId,
      name,
      sizeBytes: size,
      state: 'checking',
    })
    if ((await storage.findFree()) - size < RESERVED_DISK_BYTES)
      throw new Unavailable('no_space', 'There is no space for the files of a reply')
    await storage.put(id, bytes)
    await queueFileWork(jobs, trx, 'check-file', id)
  }
  return skipped.length === 0 ? '' : `Too large or too many: ${skipped.join(', ')}`.slice(0, 1_000)
}

const toUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
