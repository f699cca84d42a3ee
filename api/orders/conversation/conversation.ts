/** Reads an order's conversation as a given person sees it (docs/product/order.md, Conversation). */
import type { Knex } from 'knex'
import {
  Conversation,
  type ConversationQuery,
  type MessageRole,
  type OrderFile,
  type UnreadMessages,
  type WaitingMail,
  Message as WireMessage,
} from '#api/contract/orders/conversation.ts'
import { IS_STAFFED, readReadyTo } from '#api/orders/order/delivery.ts'
import { findFilesOf } from '#api/orders/order/order-files.ts'
import { getJoinedOrder, holdOrder, isOver, type JoinedOrder } from '#api/orders/order/order-role.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { MINUTE_MS } from '#api/platform/http/limits.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { fetchChanges, isFollowing } from '#api/platform/lists/follow.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { INCOMING_MAIL_STATE } from '#api/rules/order-work/incoming-mail.ts'
import { isInWork, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { MESSAGE_CHANGE_MINUTES } from '#api/rules/periods.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { IncomingMail } from '#db/models/orders/incoming-mail.ts'
import { Message } from '#db/models/orders/message.ts'
import { toBlocks } from './blocks.ts'

const PAGE = 50
const MOST_COUNTED = 100
const MOST_ORDERS = 200
/** Admins may read all orders, so their unread count covers at most this many recently read and this many unstaffed ones. */
const ORDERS_OF_AN_ADMIN = 100

type Row = Message & { firstName: string; lastName: string }

export const isWritable = (order: JoinedOrder) =>
  !PAYMENT_STATUS[order.paymentStatus].isUnpaid && !order.isErased

function selectMessages(db: Knex, role: MessageRole) {
  const query = Message.query(db)
    .joinRelated('author')
    .select('order_messages.*', 'author.firstName', 'author.lastName')
  return (role === 'customer' ? query.where({ isTeamOnly: false }) : query).castTo<Row[]>()
}

/** Selects messages by others that the person has not read, oldest first. */
export function selectUnread(db: Knex, { id: orderId, role }: JoinedOrder, userId: number) {
  const read = db('message_reads').where({ orderId, userId }).select('messageId')
  return selectMessages(db, role)
    .where({ orderId })
    .whereNot({ authorId: userId })
    .whereNot({ text: '' })
    .whereRaw('order_messages.id > coalesce((?), 0)', [read])
    .orderBy('order_messages.id')
}

interface Asked extends ConversationQuery {
  orderId: number
  userId: number
  /** Whether the caller is an API key, which gets no team notes. */
  isKey: boolean
}

/** @returns the conversation; for a request with a cursor, also the next cursor @throws NotFound; InvalidInput */
export async function getConversation(
  db: Knex,
  { orderId, userId, isKey, ...asked }: Asked,
): Promise<{ conversation: Conversation; nextCursor?: string }> {
  const order = await getJoinedOrder(db, orderId, userId)
  const { messages, hasEarlier, nextCursor } = await findMessages(db, order, isKey, asked)
  const read = await db('message_reads').where({ orderId, userId }).first<{ messageId: number }>('messageId')
  const conversation = toWire(Conversation, {
    messages: await toWireMessages(db, messages, userId),
    waitingMails: await listWaiting(db, order),
    hasEarlier,
    readUpTo: read?.messageId ?? 0,
    canWrite: isWritable(order) && !isOver(order),
    isOver: isOver(order),
    canBlock:
      order.role !== 'customer' &&
      order.userId !== null &&
      isInWork(order) &&
      !order.waitingFor &&
      !order.questionAt &&
      (await readReadyTo(db, orderId)) !== 'close',
    awaitsReplySince: order.role === 'customer' ? null : order.awaitsReplySince,
  })
  return { conversation, ...(nextCursor !== undefined && { nextCursor }) }
}

async function findMessages(db: Knex, order: JoinedOrder, isKey: boolean, asked: ConversationQuery) {
  const query = selectMessages(db, isKey ? 'customer' : order.role).where({ orderId: order.id })
  if (isFollowing(asked)) {
    const { rows, nextCursor } = await fetchChanges<Message>(query as never, { ...asked, limit: PAGE })
    return { messages: rows as Row[], hasEarlier: false, nextCursor }
  }
  if (asked.before !== undefined) query.where('order_messages.id', '<', asked.before)
  const rows = await query.orderBy('order_messages.id', 'desc').limit(PAGE + 1)
  return { messages: rows.slice(0, PAGE).reverse() as Row[], hasEarlier: rows.length > PAGE }
}

/** Lists incoming mails that await their customer's confirmation. The team sees only that they exist, because the sender is unconfirmed. */
async function listWaiting(db: Knex, { id: orderId, role }: JoinedOrder): Promise<WaitingMail[]> {
  const incoming = await IncomingMail.query(db)
    .where({ orderId })
    .whereIn('state', statusesThat(INCOMING_MAIL_STATE, 'isWaiting'))
    .select(
      'incoming_mails.*',
      db.raw('(SELECT count(*) FROM order_files WHERE incoming_mail_id = incoming_mails.id)::int AS files'),
    )
    .orderBy('id')
    .castTo<(IncomingMail & { files: number })[]>()
  return incoming.map(({ id, createdAt, fromAddress, text, note, files }) => ({
    id,
    files,
    createdAt: createdAt.toISOString(),
    ...(role === 'customer' ? { from: fromAddress, text, note } : { from: null, text: null, note: null }),
  }))
}

/** @throws NotFound */
export async function getMessage(
  db: Knex,
  id: number,
  { role, userId }: { role: MessageRole; userId: number },
): Promise<WireMessage> {
  const row = await findOrThrow(selectMessages(db, role).findById(id), 'Message')
  const [message] = await toWireMessages(db, [row as Row], userId)
  return message as WireMessage
}

/** @param rows messages that the person may read */
async function toWireMessages(db: Knex, rows: Row[], userId: number): Promise<WireMessage[]> {
  const files = await findFilesOf(
    db,
    'messageId',
    rows.map(({ id }) => id),
  )
  const ids = rows.map(({ id }) => id)
  const incoming = await IncomingMail.query(db).whereIn('messageId', ids).select('messageId', 'wholeText')
  const mails = new Map(incoming.map(({ messageId, wholeText }) => [messageId, wholeText]))
  return rows.map((row) => ({
    ...toWireMessage(row, files.get(row.id) ?? [], userId),
    mailText: mails.get(row.id) ?? null,
  }))
}

function toWireMessage(row: Row, files: OrderFile[], userId: number): WireMessage {
  const isOwn = row.authorId === userId
  const until = new Date(row.createdAt.getTime() + MESSAGE_CHANGE_MINUTES * MINUTE_MS)
  const isChangeable = isOwn && row.text !== '' && row.id > 0 && until > new Date()
  const { authorId: id, authorRole: role, firstName, lastName } = row
  return toWire(WireMessage, {
    ...row,
    author: { id, firstName, lastName, role },
    isOwn,
    blocks: toBlocks(row.text),
    files,
    mailText: null,
    changeableUntil: isChangeable ? until : null,
  })
}

/** Moves the read marker forward, never back and never past what the person may see. @throws NotFound */
export async function markRead(
  db: Knex,
  { orderId, upTo }: { orderId: number; upTo: number },
  by: Actor,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { role } = await holdOrder(trx, orderId, by)
    await trx.raw(
      `INSERT INTO message_reads (order_id, user_id, message_id)
       SELECT :orderId, :userId, max(id) FROM order_messages
       WHERE order_id = :orderId AND id <= :upTo AND (:isTeam OR NOT is_team_only) HAVING max(id) > 0
       ON CONFLICT (order_id, user_id) DO UPDATE SET message_id = excluded.message_id
         WHERE message_reads.message_id < excluded.message_id`,
      { orderId, userId: by.id, upTo, isTeam: role !== 'customer' },
    )
  })
}

/** SQL: the orders whose messages count for the person: their own, those they work on and, for an admin, some others. */
const FOLLOWED = `SELECT id FROM orders WHERE user_id = :userId AND payment_status NOT IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')})
  UNION SELECT order_id FROM staff_assignments JOIN users ON users.id = staff_id AND is_staff WHERE staff_id = :userId
  UNION (SELECT order_id FROM message_reads JOIN users ON users.id = user_id AND is_admin WHERE user_id = :userId
    ORDER BY message_id DESC LIMIT ${ORDERS_OF_AN_ADMIN})
  UNION (SELECT orders.id FROM orders JOIN users ON users.id = :userId AND is_admin
    WHERE awaits_reply_since IS NOT NULL
      AND NOT ${IS_STAFFED}
    ORDER BY awaits_reply_since LIMIT ${ORDERS_OF_AN_ADMIN})`
/** SQL: counts unread messages by others, per order, newest order first. Withdrawn and erased messages have no text and do not count. */
const UNREAD = `SELECT followed.id AS "orderId", unread.count
  FROM (${FOLLOWED}) AS followed JOIN orders ON orders.id = followed.id
    LEFT JOIN message_reads ON message_reads.order_id = orders.id AND message_reads.user_id = :userId
    CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM (
      SELECT FROM order_messages WHERE order_id = orders.id AND id > coalesce(message_id, 0)
        AND author_id <> :userId AND text <> '' AND (NOT is_team_only OR orders.user_id IS DISTINCT FROM :userId)
      LIMIT ${MOST_COUNTED}) AS first) AS unread
  WHERE unread.count > 0 ORDER BY followed.id DESC LIMIT ${MOST_ORDERS}`

export async function listUnread(db: Knex, userId: number): Promise<UnreadMessages> {
  const { rows: orders } = await db.raw<{ rows: UnreadMessages['orders'] }>(UNREAD, { userId })
  return { orders, total: orders.reduce((sum, { count }) => sum + count, 0) }
}
