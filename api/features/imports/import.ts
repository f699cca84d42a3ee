/** Imports a file in two steps: a check, and the insertion of its rows in one transaction. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Knex } from 'knex'
import type { ObjectStore } from '../../../db/backup/objects.ts'
import { Import } from '../../../db/models/import.ts'
import type { Services } from '../../app-type.ts'
import { Conflict, getFound } from '../../base/errors.ts'
import type { ApplyImportBody, CheckImportQuery } from '../../contract/imports.ts'
import { removeUpload, storeUpload, type UploadLimit, uploadPath } from '../../http/uploads.ts'
import type { Actor } from '../../plugins/guards.ts'
import { type ImportKind, LARGEST_IMPORT_BYTES } from '../../rules/import-columns.ts'
import { openObjects } from '../../storage/open.ts'
import { recordEdit } from '../audit/record.ts'
import { RefusedFile } from './read-file.ts'
import { type CellFault, type Counts, walkFile } from './walk-file.ts'

export const IMPORT_LIMIT: UploadLimit = {
  bytes: LARGEST_IMPORT_BYTES,
  message: 'The file has more than 20 MB. Please split it into several files.',
}

const FILE_GONE = 'The file is not here any more. Please choose it again.'
const FILE_CHANGED = 'The file is not the one that was checked. Please choose it again.'

/** Stores the file as it was sent and queues its check. @throws TooLarge */
export async function receiveImport(
  { db, jobs, env }: Services,
  { body, kind, fileName, admin }: CheckImportQuery & { body: Readable; admin: Actor },
): Promise<number> {
  const objects = await openObjects(env)
  const upload = await storeUpload(objects, body, IMPORT_LIMIT)
  try {
    const sha256 = await objects.lookInto(uploadPath(upload), hashFile)
    return await db.transaction(async (trx) => {
      await admin.holdRight(trx)
      const { id } = await Import.query(trx)
        .insert({ kind, fileName, sha256, upload, createdBy: admin.id })
        .returning('id')
      await jobs.send(trx, 'import', { importId: id })
      return id
    })
  } catch (error) {
    await removeUpload(objects, upload)
    throw error
  }
}

/** Queues a checked import to be applied. @throws NotFound; Conflict import_not_checked, import_changed */
export async function requestApply(
  { db, jobs }: Services,
  id: number,
  { sha256, admin }: ApplyImportBody & { admin: Actor },
): Promise<void> {
  await db.transaction(async (trx) => {
    await admin.holdRight(trx)
    const found = await getFound(Import.query(trx).findById(id).forUpdate(), 'Import')
    if (found.state !== 'checked')
      throw new Conflict('import_not_checked', 'This import is not waiting to be applied')
    if (found.sha256 !== sha256) throw new Conflict('import_changed', FILE_CHANGED)
    await found.$query(trx).patch({ state: 'applying', progress: 0, appliedBy: admin.id })
    await jobs.send(trx, 'import', { importId: id })
  })
}

/** Checks or applies an import, depending on its state. Repeating this changes nothing. */
export async function runImport({ db, objects }: { db: Knex; objects: ObjectStore }, importId: number) {
  const found = await Import.query(db).findById(importId)
  if (!found?.upload || !['checking', 'applying'].includes(found.state)) return
  const { upload } = found
  try {
    const run = found.state === 'checking' ? checkFile : applyFile
    await objects.lookInto(uploadPath(upload), (path) => run(db, found, path))
  } catch (error) {
    const refusal = findRefusal(error)
    if (refusal === undefined) throw error
    await found.$query(db).patch({ state: 'refused', refusal, upload: null })
    await removeUpload(objects, upload)
    return
  }
  if (found.state === 'applying') await removeUpload(objects, upload)
}

function findRefusal(error: unknown): string | undefined {
  if (error instanceof RefusedFile) return error.message
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? FILE_GONE : undefined
}

/** Stores the faults and counts of the file, and none of its rows. */
async function checkFile(db: Knex, { id, kind }: Import, path: string): Promise<void> {
  // An earlier check may have been interrupted.
  await db('importFaults').where({ importId: id }).delete()
  const counts = await walkFile(db, { path, kind }, async (batch) => {
    await storeFaults(db, id, batch.faults)
    const { newRows, existingRows, faultyRows } = batch.counts
    await Import.query(db)
      .findById(id)
      .patch({ progress: newRows + existingRows + faultyRows })
  })
  await Import.query(db)
    .findById(id)
    .where({ state: 'checking' })
    .patch({ state: 'checked', ...counts })
}

async function storeFaults(db: Knex, importId: number, faults: CellFault[]): Promise<void> {
  if (faults.length === 0) return
  const rows = faults.map(({ row: rowNumber, column: columnName, value, message }) => {
    return { importId, rowNumber, columnName, value, message }
  })
  await db.batchInsert('importFaults', rows, 1000)
}

async function applyFile(db: Knex, found: Import, path: string): Promise<void> {
  if ((await hashFile(path)) !== found.sha256) throw new RefusedFile(FILE_CHANGED)
  await db.transaction(async (trx) => {
    await lockImports(trx)
    const current = await Import.query(trx).findById(found.id)
    if (current?.state !== 'applying') return
    await insertRows(trx, found, path, async (progress) => {
      // Outside the transaction, so that admins see the progress.
      await Import.query(db).findById(found.id).patch({ progress })
    })
  })
}

/** Imports take turns, because two that insert the same e-mails would deadlock. */
const lockImports = (trx: Knex.Transaction) => trx.raw(`SELECT pg_advisory_xact_lock(hashtext('imports'))`)

/** Inserts the new rows and records the import. Its own row changes last, so that progress can be stored in the meantime. */
async function insertRows(
  trx: Knex.Transaction,
  { id, kind, fileName, sha256, appliedBy }: Import,
  path: string,
  onProgress: (rows: number) => Promise<void>,
): Promise<void> {
  let created = 0
  const counts = await walkFile(trx, { path, kind }, async (batch) => {
    created += await batch.insert(trx, id)
    const { newRows, existingRows, faultyRows } = batch.counts
    await onProgress(newRows + existingRows + faultyRows)
  })
  const existing = counts.existingRows + counts.newRows - created
  await recordEdit(
    trx,
    { actorId: appliedBy, subject: 'import', subjectId: id, label: `Import ${id}` },
    undefined,
    { kind, fileName, sha256, created, existing, leftOut: counts.faultyRows },
  )
  await Import.query(trx).findById(id).patch({
    state: 'applied',
    appliedAt: new Date(),
    upload: null,
    newRows: created,
    existingRows: existing,
    faultyRows: counts.faultyRows,
  })
}

/**
 * Checks a file and, with `isApplied`, imports it. For the command line.
 * @returns the counts and the first `mostFaults` faults
 * @throws RefusedFile
 */
export async function importByHand(
  db: Knex,
  {
    kind,
    path,
    isApplied,
    mostFaults,
  }: { kind: ImportKind; path: string; isApplied: boolean; mostFaults: number },
): Promise<{ counts: Counts; faults: CellFault[] }> {
  const { size } = await stat(path).catch(() => {
    throw new RefusedFile(`There is no file ${path}`)
  })
  if (size > IMPORT_LIMIT.bytes) throw new RefusedFile(IMPORT_LIMIT.message)
  const sha256 = await hashFile(path)
  const faults: CellFault[] = []
  const counts = await walkFile(db, { path, kind }, async (batch) => {
    faults.push(...batch.faults.slice(0, mostFaults - faults.length))
  })
  if (!isApplied) return { counts, faults }
  const applied = await db.transaction(async (trx) => {
    await lockImports(trx)
    const made = await Import.query(trx)
      .insert({ kind, fileName: basename(path), sha256, state: 'applying' })
      .returning('*')
    await insertRows(trx, made, path, async () => undefined)
    if ((await hashFile(path)) !== sha256) throw new RefusedFile(FILE_CHANGED)
    return await Import.query(trx).findById(made.id).throwIfNotFound()
  })
  const { newRows, existingRows, faultyRows } = applied
  return { counts: { newRows, existingRows, faultyRows }, faults }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest('hex')
}

/** An interval of PostgreSQL: how long a checked import can be applied. */
const CHECKED_FOR = '1 day'

/** Removes old imports that were never applied, with their files (docs/product/account.md, Retention). */
export async function removeOldImports(db: Knex, objects: ObjectStore): Promise<void> {
  const { rows } = await db.raw<{ rows: { upload: string | null }[] }>(
    `DELETE FROM imports WHERE state IN ('checking', 'checked', 'refused') AND created_at < now() - ?::interval
     RETURNING upload`,
    [CHECKED_FOR],
  )
  for (const { upload } of rows) if (upload) await removeUpload(objects, upload)
}
