/** An order's files: sending them with a message or delivery, and describing them in responses. */
import type { Knex } from 'knex'
import type { OrderFile as WireFile } from '#api/contract/orders/conversation.ts'
import { InvalidInput } from '#api/platform/errors.ts'
import { toOneLine } from '#api/platform/mail/words.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'

type AttachedTo = { messageId: number } | { deliveryId: number }

/** Matches uploaded files that were not sent with anything yet. */
export const UNSENT = { messageId: null, questionId: null, deliveryId: null } as const

/** SQL: whether the customer has sent or received the file of a row of `order_files`. */
export const IS_SHARED_WITH_CUSTOMER = `(order_files.question_id IS NOT NULL
  OR order_files.delivery_id IS NOT NULL
  OR EXISTS (SELECT FROM order_messages m WHERE m.id = order_files.message_id AND NOT m.is_team_only))`

/** Call before storing a file whose row is not committed yet: {@link lockFileRows} waits for it. */
export async function shareFileRows(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`SELECT pg_advisory_xact_lock_shared(hashtext('files'))`)
}

/** Call before comparing stored files with their rows: waits for files that are being stored. */
export async function lockFileRows(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('files'))`)
}

interface Attachment {
  place: AttachedTo
  orderId: number
  authorId: number
  fileIds: readonly string[]
}

/**
 * Attaches files to a message or delivery, in its transaction.
 * @throws InvalidInput if a file is not the author's complete upload to this order, was refused, or was sent before
 */
export async function attachFiles(
  trx: Knex.Transaction,
  { place, orderId, authorId, fileIds }: Attachment,
): Promise<void> {
  if (fileIds.length === 0) return
  const attached = await OrderFile.query(trx)
    .whereIn('id', [...fileIds])
    .where({ orderId, uploaderId: authorId, ...UNSENT })
    .whereIn('state', statusesThat(FILE_STATE, 'isKept'))
    .patch(place)
  if (attached !== new Set(fileIds).size)
    throw new InvalidInput('fileIds', 'A file is no longer available. Please remove it or upload it again.')
}

/** @param ids messages or deliveries that the reader may read @returns files by the id of their message or delivery */
export async function findFilesOf(
  db: Knex,
  place: 'messageId' | 'deliveryId',
  ids: readonly number[],
): Promise<Map<number, WireFile[]>> {
  const files = await OrderFile.query(db)
    .whereIn(place, [...ids])
    .orderBy(['createdAt', 'id'])
  const byPlace = Map.groupBy(files, (file) => file[place] ?? 0)
  return new Map([...byPlace].map(([id, own]) => [id, own.map(toWireFile)]))
}

/** @returns the names of the files that were not refused, for mails @see findFilesOf */
export async function nameFilesOf(...args: Parameters<typeof findFilesOf>): Promise<Map<number, string[]>> {
  const files = await findFilesOf(...args)
  return new Map(
    [...files].map(([id, own]) => [
      id,
      own.filter(({ state }) => FILE_STATE[state].isKept).map(({ name }) => toOneLine(name)),
    ]),
  )
}

/** Lists the files that the orders' customers have sent or received. */
export function listFilesOfCustomers(db: Knex, orderIds: readonly number[]) {
  return OrderFile.query(db)
    .whereIn('orderId', [...orderIds])
    .whereRaw(IS_SHARED_WITH_CUSTOMER)
    .orderBy(['createdAt', 'id'])
}

export function toWireFile(file: OrderFile): WireFile {
  const { id, messageId, questionId, deliveryId, name, sizeBytes, state, mediaType, hasPreview } = file
  return {
    id,
    name,
    sizeBytes: Number(sizeBytes),
    mediaType,
    hasPreview,
    // biome-ignore lint/plugin: the response has no such word
    state: state === 'uploading' ? 'checking' : state,
    isSent: (messageId ?? questionId ?? deliveryId) !== null,
    questionId,
  }
}
