/** Files of an order's conversation: who may have which, and how they are described. */
import type { Knex } from 'knex'
import { OrderFile } from '../../../db/models/order-file.ts'
import { InvalidInput, NotFound } from '../../base/errors.ts'
import type { MessageRole, OrderFile as WireFile } from '../../contract/messages.ts'
import { getJoinedOrder } from '../orders/order-role.ts'

/** SQL: which files of an order somebody gets: those of messages that they may read, those of answers, and what they have not sent yet. */
const VISIBLE = `(order_files.state <> 'uploading' AND CASE WHEN order_files.question_id IS NOT NULL THEN true
    WHEN order_files.message_id IS NULL THEN order_files.uploader_id = :userId
    ELSE EXISTS (SELECT FROM order_messages m
      WHERE m.id = order_files.message_id AND m.withdrawn_at IS NULL AND (:isTeam OR NOT m.is_team_only)) END)`

const nameReader = (userId: number, role: MessageRole) => ({ userId, isTeam: role !== 'customer' })

/** The files of an order that the person may have, oldest first. @throws NotFound where the order is none of theirs */
export async function listFiles(
  db: Knex,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<WireFile[]> {
  const { role } = await getJoinedOrder(db, orderId, userId)
  const files = await OrderFile.query(db)
    .where({ orderId })
    .whereRaw(VISIBLE, nameReader(userId, role))
    .orderBy(['createdAt', 'id'])
  return files.map(toWireFile)
}

/** @throws NotFound for a file that is not there, not ready, or not for this person */
export async function getReadyFile(
  db: Knex,
  { id, userId }: { id: string; userId: number },
): Promise<OrderFile> {
  const file = await OrderFile.query(db).findById(id).where({ state: 'ready' })
  if (!file) throw new NotFound('File')
  const { role } = await getJoinedOrder(db, file.orderId, userId)
  const visible = OrderFile.query(db).findById(id).whereRaw(VISIBLE, nameReader(userId, role))
  if ((await visible.resultSize()) === 0) throw new NotFound('File')
  return file
}

/** Remembers who has downloaded a file first when. */
export async function recordDownload(db: Knex, fileId: string, userId: number): Promise<void> {
  await db('file_downloads').insert({ fileId, userId }).onConflict().ignore()
}

interface Attachment {
  messageId: number
  orderId: number
  authorId: number
  fileIds: readonly string[]
}

/**
 * Sends files with a message, in the message's transaction.
 * @throws InvalidInput where one of them is not a complete upload of the author to this order, or was refused or sent before
 */
export async function attachFiles(
  trx: Knex.Transaction,
  { messageId, orderId, authorId, fileIds }: Attachment,
): Promise<void> {
  if (fileIds.length === 0) return
  const attached = await OrderFile.query(trx)
    .whereIn('id', [...fileIds])
    .where({ orderId, uploaderId: authorId, messageId: null, questionId: null })
    .whereIn('state', ['checking', 'ready'])
    .patch({ messageId })
  if (attached !== new Set(fileIds).size)
    throw new InvalidInput('fileIds', 'A file is not here any more. Please remove it, or upload it again.')
}

/** The files of messages, by message. @param messageIds of messages that the reader may read */
export async function findFilesOf(db: Knex, messageIds: readonly number[]): Promise<Map<number, WireFile[]>> {
  const files = await OrderFile.query(db)
    .whereIn('messageId', [...messageIds])
    .orderBy(['createdAt', 'id'])
  return Map.groupBy(files.map(toWireFile), ({ messageId }) => messageId ?? 0)
}

export const toWireFile = ({
  id,
  messageId,
  questionId,
  name,
  sizeBytes,
  state,
  mediaType,
  hasPreview,
}: OrderFile): WireFile => ({
  id,
  messageId,
  questionId,
  name,
  sizeBytes: Number(sizeBytes),
  state: state === 'uploading' ? 'checking' : state,
  mediaType,
  hasPreview,
})
