/** Removes stored files without rows and uploads that were never sent, and finds rows without stored files. */
import type { Knex } from 'knex'
import { lockPictureFiles } from '#api/catalogue/pictures/picture.ts'
import { lockFileRows, UNSENT } from '#api/orders/order/order-files.ts'
import type { FileStorage } from '#api/platform/storage/storage.ts'
import { listNamedFiles, type ObjectStore } from '#db/backup/objects.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { setMark } from '#db/models/platform/operation-mark.ts'

/** A PostgreSQL interval. */
const SENT_WITHIN = '24 hours'
const AT_ONCE = 500
/** A stored file may wait this long for its row, so younger ones without a row are kept. */
const ROW_WITHIN_MS = 24 * 60 * 60 * 1000

/** Runs every minute, so that files deleted by an erasure soon leave the disk too. */
export async function removeFiles(db: Knex, storage: FileStorage): Promise<void> {
  await OrderFile.query(db)
    .where(UNSENT)
    // A mail reply keeps its files until the customer has decided.
    .where({ incomingMailId: null })
    .whereRaw('created_at < now() - ?::interval AND coalesce(locked_until < now(), true)', [SENT_WITHIN])
    .delete()
  const rows: { id: string }[] = await db('files_to_remove').select('id').limit(AT_ONCE)
  for (const { id } of rows) {
    await storage.remove(id)
    await db('files_to_remove').where({ id }).delete()
  }
}

/**
 * Runs nightly. Removes stored files without a row, left behind by lost responses of the store, and records how many rows lack
 * their file. Reads the rows before and after listing the store, so that files added or removed meanwhile do not count.
 */
export async function compareFiles(db: Knex, storage: FileStorage): Promise<void> {
  const before = await listNamedFiles(db)
  const { stored, named, orphans } = await db.transaction(async (trx) => {
    await lockFileRows(trx)
    const stored = await storage.list()
    const named = new Set((await OrderFile.query(trx).select('id')).map(({ id }) => id))
    const orphans = [...stored.keys()].filter((id) => !named.has(id))
    for (const id of orphans) await storage.remove(id)
    return { stored, named, orphans }
  })
  const missing = before.filter(({ id, bytes }) => named.has(id) && stored.get(id)?.bytes !== bytes)
  const first = missing[0] && { first: missing[0].id }
  await setMark(db, 'files', { removed: orphans.length, missing: missing.length, ...first })
}

/** Runs nightly. Removes pictures and uploads without a row, such as those whose removal failed while the store was down. */
export async function removeStrays(db: Knex, objects: ObjectStore, now = Date.now()): Promise<void> {
  await db.transaction(async (trx) => {
    await lockPictureFiles(trx)
    const { rows } = await trx.raw<{ rows: { name: string }[] }>(
      `SELECT upload::text AS name FROM pictures UNION SELECT hash FROM pictures WHERE hash IS NOT NULL`,
    )
    const named = new Set(rows.map(({ name }) => name))
    for (const folder of ['pictures', 'uploads'])
      for (const [name, { storedAt }] of await objects.list(folder)) {
        const isNew = !storedAt || storedAt.getTime() > now - ROW_WITHIN_MS
        const isNamed = named.has(folder === 'pictures' ? (name.split('-')[0] ?? '') : name)
        if (!isNew && !isNamed) await objects.remove(`${folder}/${name}`)
      }
  })
}
