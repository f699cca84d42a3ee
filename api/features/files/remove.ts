/** Removes files whose rows are gone, and uploads that were never sent. */
import type { Knex } from 'knex'
import { OrderFile } from '../../../db/models/order-work/message.ts'
import { UNSENT } from '../orders/order-files.ts'
import type { FileStorage } from './storage.ts'

/** An interval of PostgreSQL. */
const SENT_WITHIN = '24 hours'
const AT_ONCE = 500

/** Called every minute, so that what an erasure deletes is soon gone from the disk, too. */
export async function removeFiles(db: Knex, storage: FileStorage): Promise<void> {
  await OrderFile.query(db)
    .where(UNSENT)
    // A reply by mail keeps its files until its customer has decided.
    .where({ mailReplyId: null })
    .whereRaw('created_at < now() - ?::interval AND coalesce(locked_until < now(), true)', [SENT_WITHIN])
    .delete()
  const rows: { id: string }[] = await db('files_to_remove').select('id').limit(AT_ONCE)
  for (const { id } of rows) {
    await storage.remove(id)
    await db('files_to_remove').where({ id }).delete()
  }
}
