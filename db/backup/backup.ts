/** Writes the database to a file in pg_dump's custom format, and copies uploaded pictures and order files beside it. The shop may keep running. */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Knex } from 'knex'
import { withDb } from '#db/connection/connection.ts'
import {
  CannotProceed,
  findOwnerUrl,
  findPrograms,
  readServerVersion,
  runProgram,
} from '#db/connection/postgres-client.ts'
import { setMark } from '#db/models/platform/operation-mark.ts'
import { listNamedFiles, type ObjectStore, writeFileList } from './objects.ts'
import { besideBackup, copyUploads } from './uploads.ts'

export interface Backup {
  file: string
  bytes: number
  /** The number of pictures and files that had to be copied. */
  copied: number
}

/**
 * Also records in the database that a backup was made.
 * @param objects the storage with uploaded pictures and order files
 * @param name of the file; the default is a timestamp, in `DATA_DIR/backups`
 * @throws CannotProceed, also when the database was saved and the files were not
 */
export async function backUp(env: NodeJS.ProcessEnv, objects: ObjectStore, name?: string): Promise<Backup> {
  const databaseUrl = await findOwnerUrl(env)
  const [pgDump] = await findPrograms('pg_dump', { atLeast: await readServerVersion(databaseUrl), env })
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const dataDir = env.DATA_DIR || '.data'
  const file = name ?? join(dataDir, 'backups', `shop-${now}.dump`)
  await mkdir(dirname(file), { recursive: true })
  // The file is renamed when it is complete. No other user may read it, because it contains personal data.
  const partial = `${file}.partial`
  process.umask(0o077)
  try {
    const { sums, named } = await dump(databaseUrl, pgDump, partial)
    await writeFile(sumsOf(file), JSON.stringify(sums))
    await rename(partial, file)
    // Copied after the dump, so that every file that the dump names is in the copy.
    const copied = await copyFiles(objects, file, named)
    const { size: bytes } = await stat(file)
    await recordBackup(databaseUrl, { file: basename(file), bytes })
    return { file, bytes, copied }
  } finally {
    await rm(partial, { force: true })
  }
}

async function copyFiles(
  objects: ObjectStore,
  file: string,
  named: Awaited<ReturnType<typeof listNamedFiles>>,
): Promise<number> {
  try {
    const copied = await copyUploads(objects, besideBackup(file))
    await writeFileList(file, named, () => objects.list('files'))
    return copied
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotProceed(`The database is in ${file}, but its files could not all be copied: ${reason}`, {
      cause: error,
    })
  }
}

/** The file with the checksums of a backup's tables, stored beside it to prove that it can be restored. */
export const sumsOf = (file: string) => `${file}.sums.json`

/** Dumps and checksums one snapshot, because the shop keeps running. */
function dump(databaseUrl: string, pgDump: string, file: string) {
  const work = async (trx: Knex.Transaction) => {
    const { rows } = await trx.raw<{ rows: [{ snapshot: string }] }>(
      'SELECT pg_export_snapshot() AS snapshot',
    )
    const from = `--snapshot=${rows[0].snapshot}`
    const args = ['--format=custom', '--no-owner', '--no-privileges', from, `--file=${file}`]
    await runProgram(pgDump, args, databaseUrl)
    return { sums: await sumTables(trx), named: await listNamedFiles(trx) }
  }
  return withDb(databaseUrl, 'backup', (db) => db.transaction(work, { isolationLevel: 'repeatable read' }))
}

async function recordBackup(databaseUrl: string, backup: Omit<Backup, 'copied'>): Promise<void> {
  await withDb(databaseUrl, 'backup', async (db) => {
    // The table may be missing, because a database can be backed up before it is migrated.
    if (await db.schema.hasTable('operation_marks')) await setMark(db, 'backup', { ...backup })
  })
}

/** Checksums by table name, such as public.orders, to compare a restored backup with the original. */
export type TableSums = Record<string, { rows: number; checksum: string }>

/**
 * Reads every row. The checksums do not depend on the order of rows.
 * @param trx must read one snapshot, so that all tables show the same moment
 */
export async function sumTables(trx: Knex.Transaction): Promise<TableSums> {
  // Rows are compared as text, and the text of a time depends on the time zone.
  await trx.raw(`SET LOCAL TIME ZONE 'UTC'`)
  const { rows: tables } = await trx.raw<{ rows: { name: string }[] }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class
     JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
     ORDER BY 1`,
  )
  const sums: TableSums = {}
  for (const { name } of tables) {
    const { rows } = await trx.raw<{ rows: [TableSums[string]] }>(
      `SELECT count(*) AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS checksum
       FROM ${name} AS t`,
    )
    sums[name] = rows[0]
  }
  return sums
}

/** @returns the tables that differ or exist on one side only */
export function listDifferences(expected: TableSums, found: TableSums): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names].filter((name) => {
    const [one, other] = [expected[name], found[name]]
    return one?.rows !== other?.rows || one?.checksum !== other?.checksum
  })
}
