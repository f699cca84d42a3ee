/** An order's files: who may see and download which. */
import type { Knex } from 'knex'
import type { MessageRole, OrderFile as WireFile } from '#api/contract/orders/conversation.ts'
import { announce } from '#api/orders/order/announce.ts'
import { toWireFile } from '#api/orders/order/order-files.ts'
import { getJoinedOrder, holdOrder } from '#api/orders/order/order-role.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { findOrThrow, NotFound } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { openStorage } from '#api/platform/storage/open.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'

/**
 * SQL: the files that a person may see: those of messages they may read, of answers and of deliveries, and their own uploads
 * that are not sent yet.
 */
const VISIBLE = `(order_files.state NOT IN (${listStatuses(FILE_STATE, 'isArriving')}) AND CASE
    WHEN num_nonnulls(order_files.question_id, order_files.delivery_id) > 0 THEN true
    WHEN order_files.message_id IS NOT NULL
      THEN EXISTS (SELECT FROM order_messages m
        WHERE m.id = order_files.message_id AND m.withdrawn_at IS NULL AND (:isTeam OR NOT m.is_team_only))
    ELSE order_files.uploader_id = :userId END)`

const nameReader = (userId: number, role: MessageRole) => ({ userId, isTeam: role !== 'customer' })

/** Lists the files that the person may see, oldest first. @throws NotFound if they have no role in the order */
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

/** Lists the sent files that the person may download, oldest first. @throws NotFound if they have no role in the order */
export async function listReadyFiles(
  db: Knex,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<{ files: OrderFile[]; invoiceNumber: string }> {
  const { role, invoiceNumber } = await getJoinedOrder(db, orderId, userId)
  const files = await OrderFile.query(db)
    .where({ orderId })
    .whereIn('state', statusesThat(FILE_STATE, 'isReady'))
    .whereRaw('num_nonnulls(message_id, question_id, delivery_id) > 0')
    .whereRaw(VISIBLE, nameReader(userId, role))
    .orderBy(['createdAt', 'id'])
  return { files, invoiceNumber }
}

/** @throws NotFound for a file that does not exist, is not ready, or is not for this person */
export async function getReadyFile(
  db: Knex,
  { id, userId }: { id: string; userId: number },
): Promise<OrderFile> {
  const ready = await OrderFile.query(db)
    .findById(id)
    .whereIn('state', statusesThat(FILE_STATE, 'isReady'))
    .select('orderId')
  if (!ready) throw new NotFound('File')
  const { role } = await getJoinedOrder(db, ready.orderId, userId)
  const file = await OrderFile.query(db).findById(id).whereRaw(VISIBLE, nameReader(userId, role))
  if (!file) throw new NotFound('File')
  return file
}

/** Removes a file for good, for the team, such as one that fills the order or was sent by mistake. @throws NotFound */
export async function removeFile({ db, env }: Services, id: string, by: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const { orderId } = await findOrThrow(OrderFile.query(trx).findById(id).select('orderId'), 'File')
    const { role, invoiceNumber } = await holdOrder(trx, orderId, by)
    if (role === 'customer') throw new NotFound('File')
    await OrderFile.query(trx).deleteById(id)
    const about = { actorId: by.id, subject: 'order', subjectId: orderId, label: invoiceNumber } as const
    await recordEdit(trx, about, { file: id }, { file: null })
    await announce(trx, orderId, { type: 'changed' })
  })
  await (await openStorage(env)).remove(id)
}
