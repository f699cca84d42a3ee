/** Writes the database to one file in pg_dump's custom format, and uploaded pictures into a folder beside it. The shop may keep running. */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Knex } from 'knex'
import { withDb } from './connection.ts'
import { setMark } from './models/operation-mark.ts'
import { copyPictures, picturesBeside, picturesOf } from './picture-files.ts'
import { findOwnerUrl, findPrograms, readServerVersion, runProgram } from './postgres-client.ts'
import { sumTables, type TableSums } from './table-sums.ts'

export interface Backup {
  file: string
  bytes: number
  /** That were not in the folder beside it yet. */
  pictures: number
}

/**
 * Records in the database that a backup was made.
 * @param name of the file; unset: one by the time, in `DATA_DIR/backups`
 * @throws CannotProceed
 */
export async function backUp(env: NodeJS.ProcessEnv, name?: string): Promise<Backup> {
  const databaseUrl = await findOwnerUrl(env)
  const [pgDump] = await findPrograms('pg_dump', { atLeast: await readServerVersion(databaseUrl), env })
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const dataDir = env.DATA_DIR || '.data'
  const file = name ?? join(dataDir, 'backups', `shop-${now}.dump`)
  await mkdir(dirname(file), { recursive: true })
  // It gets its name when it is complete. It holds personal data, so no other user may read it.
  const partial = `${file}.partial`
  process.umask(0o077)
  try {
    const sums = await dump(databaseUrl, pgDump, partial)
    await writeFile(sumsOf(file), JSON.stringify(sums))
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  // After the database, so that none is missing that it names.
  const pictures = await copyPictures(picturesOf(dataDir), picturesBeside(file))
  const { size: bytes } = await stat(file)
  await recordBackup(databaseUrl, { file: basename(file), bytes })
  return { file, bytes, pictures }
}

/** Beside a backup: what was in it, to prove by it that it can be restored. */
export const sumsOf = (file: string) => `${file}.sums.json`

/** The sums are of the very snapshot that is dumped, while the shop goes on. */
function dump(databaseUrl: string, pgDump: string, file: string): Promise<TableSums> {
  const work = async (trx: Knex.Transaction) => {
    const { rows } = await trx.raw<{ rows: [{ snapshot: string }] }>(
      'SELECT pg_export_snapshot() AS snapshot',
    )
    const from = `--snapshot=${rows[0].snapshot}`
    const args = ['--format=custom', '--no-owner', '--no-privileges', from, `--file=${file}`]
    await runProgram(pgDump, args, databaseUrl)
    return await sumTables(trx)
  }
  return withDb(databaseUrl, 'backup', (db) => db.transaction(work, { isolationLevel: 'repeatable read' }))
}

async function recordBackup(databaseUrl: string, backup: Omit<Backup, 'pictures'>): Promise<void> {
  await withDb(databaseUrl, 'backup', async (db) => {
    // A database that is not up to date is backed up, too: before it is migrated, say.
    if (await db.schema.hasTable('operation_marks')) await setMark(db, 'backup', { ...backup })
  })
}
