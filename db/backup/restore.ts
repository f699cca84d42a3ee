/** Restores a backup with its pictures and files. Erases customers again who were erased after the backup (docs/deployment.md, Erasures and backups). */
import { existsSync } from 'node:fs'
import type { Knex } from 'knex'
import { applyMigrations } from '#db/connection/apply-migrations.ts'
import { withDb } from '#db/connection/connection.ts'
import { CannotProceed, findOwnerUrl, findPrograms, runProgram } from '#db/connection/postgres-client.ts'
import { grantProcessRole } from '#db/connection/roles.ts'
import { type Erasure, eraseRows } from '#db/erasure/erasure.ts'
import { erasureLogOf, readErasureLog } from '#db/erasure/erasure-log.ts'
import { User } from '#db/models/people/user.ts'
import { findMissing, type ObjectStore, openObjectFolder, readFileList } from './objects.ts'
import { besideBackup, copyObjects } from './uploads.ts'

/** The oldest version of PostgreSQL that the shop supports. */
const OLDEST_SUPPORTED = 15
/** SQL that excludes PostgreSQL's own schemas. */
const OWN_SCHEMAS = `nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`

export interface RestoreOptions {
  /** Empties the database first. Otherwise it must be empty. */
  isReplacing: boolean
  /** Paths of further erasure logs, in addition to DATA_DIR's log and the current database. */
  erasureLogs: string[]
  /** The operator's word that nobody was erased since the backup, for a restore without a log. */
  isWithoutErasures: boolean
  /** The storage with uploaded pictures and order files. */
  objects: ObjectStore
}

/**
 * Stop the shop's processes before, and start them afterwards.
 * @throws CannotProceed, before anything is removed
 */
export async function restore(
  env: NodeJS.ProcessEnv,
  file: string,
  options: RestoreOptions,
): Promise<{ tables: number; erasedAgain: number; copied: number; missing: string[] }> {
  if (!existsSync(file)) throw new CannotProceed(`There is no file ${file}`)
  const databaseUrl = await findOwnerUrl(env)
  // Checks that the backup can be read, before anything is removed.
  const pgRestore = await findReader(file, env)

  return withDb(databaseUrl, 'restore', async (db) => {
    const tables = await countTables(db)
    if (tables > 0 && !options.isReplacing) {
      throw new CannotProceed(`The database has ${tables} tables. With --replace they go first.`)
    }
    const erasures = await listErasures(db, env, options)
    if (tables > 0) await clear(db)
    await readBackup(pgRestore, file, databaseUrl)
    const erasedAgain = await eraseAgain(db, erasures)
    // A backup contains no grants.
    await grantProcessRole(db, env.DATABASE_URL || databaseUrl)
    // Restored tables have no statistics for the query planner.
    await db.raw('ANALYZE')
    return { tables: await countTables(db), erasedAgain, ...(await restoreFiles(db, file, options.objects)) }
  })
}

/** Restores files that are missing, truncated, or differ from those at the time of the backup. @throws CannotProceed */
async function restoreFiles(db: Knex, file: string, objects: ObjectStore) {
  const hasOtherContent = await readFileList(file)
  try {
    const copied = await copyObjects(openObjectFolder(besideBackup(file)), objects, { hasOtherContent })
    // A file that was uploaded again may have another ETag in a bucket, so it does not count as changed.
    const hasChanged: typeof hasOtherContent = (id, there) =>
      !copied.has(`files/${id}`) && hasOtherContent(id, there)
    const missing = await findMissing(db, hasChanged, () => objects.list('files'))
    return { copied: copied.size, missing }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotProceed(`The database is restored, but its files are not all put back: ${reason}`, {
      cause: error,
    })
  }
}

/** @throws CannotProceed if there is no source of erasures since the backup, or a log cannot be read */
async function listErasures(
  db: Knex,
  env: NodeJS.ProcessEnv,
  { erasureLogs, isWithoutErasures }: RestoreOptions,
): Promise<Erasure[]> {
  const ownLog = erasureLogOf(env.DATA_DIR || '.data')
  const files = existsSync(ownLog) ? [...erasureLogs, ownLog] : erasureLogs
  const isInDatabase = await db.schema.hasColumn('users', 'erased_at')
  if (files.length === 0 && !isInDatabase && !isWithoutErasures) {
    throw new CannotProceed(
      'Who was erased since the backup is not known here. Name the log of erasures with --erasures=file, or say --no-erasures.',
    )
  }
  const logs = await Promise.all(files.map(readErasureLog)).catch((error: Error) => {
    throw new CannotProceed(error.message, { cause: error })
  })
  const erased = isInDatabase ? await User.query(db).whereNotNull('erasedAt').select('id', 'erasedAt') : []
  const stored = erased.map(({ id, erasedAt }) => ({ userId: id, erasedAt: erasedAt ?? new Date() }))
  return [...logs.flat(), ...stored]
}

/** Migrates an older backup first, because erasure needs the current tables. @returns the number of erased users */
async function eraseAgain(db: Knex, erasures: Erasure[]): Promise<number> {
  if (erasures.length === 0) return 0
  await applyMigrations(db)
  let count = 0
  for (const erasure of erasures) {
    // After an earlier restore the id may belong to another user.
    const isTheirs = await User.query(db)
      .findById(erasure.userId)
      .whereNull('erasedAt')
      .where('createdAt', '<', erasure.erasedAt)
    if (!isTheirs) continue
    await db.transaction((trx) => eraseRows(trx, erasure))
    count += 1
  }
  return count
}

/** Restores all or nothing. @param pgRestore from {@link findReader} */
export async function readBackup(pgRestore: string, file: string, databaseUrl: string): Promise<void> {
  const args = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', '--dbname=', file]
  await runProgram(pgRestore, args, databaseUrl)
}

/** The oldest program that can read the backup. */
export async function findReader(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const programs = await findPrograms('pg_restore', { atLeast: OLDEST_SUPPORTED, env })
  let reason: unknown
  for (const program of programs) {
    try {
      await runProgram(program, ['--list', file])
      return program
    } catch (error) {
      reason = error
    }
  }
  throw reason
}

async function countTables(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND ${OWN_SCHEMAS}`,
  )
  return rows[0]?.count ?? 0
}

async function clear(db: Knex): Promise<void> {
  await db.transaction(async (trx) => {
    // Fails instead of waiting for locks of a process that is still running.
    await trx.raw(`SET LOCAL lock_timeout = '5s'`)
    const { rows } = await trx.raw<{ rows: { name: string }[] }>(
      `SELECT quote_ident(nspname) AS name FROM pg_namespace WHERE ${OWN_SCHEMAS}`,
    )
    for (const { name } of rows) await trx.raw(`DROP SCHEMA ${name} CASCADE`)
    await trx.raw('CREATE SCHEMA public')
  })
}
