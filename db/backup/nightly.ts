/** The nightly job: makes a backup, removes old ones by the rule and, once a week, proves that the new one can be restored. */
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { withDb } from '#db/connection/connection.ts'
import { CannotProceed, findOwnerUrl } from '#db/connection/postgres-client.ts'
import { OperationMark, setMark } from '#db/models/platform/operation-mark.ts'
import { backUp, listDifferences, sumsOf, sumTables, type TableSums } from './backup.ts'
import { fileListOf, type ObjectStore } from './objects.ts'
import { findReader, readBackup } from './restore.ts'
import { besideBackup, removeCopiesBefore } from './uploads.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A little less than a week, because last week's proof may have ended a few minutes later at night than today's begins. */
const PROVED_EVERY_MS = 6.5 * DAY_MS
const NAME = /^shop-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.dump$/

/**
 * @param report gets a line about each step
 * @throws CannotProceed before anything is removed, if no new backup could be made
 */
export async function runNightly(
  env: NodeJS.ProcessEnv,
  report: (line: string) => void,
  objects: ObjectStore,
): Promise<void> {
  const { file, bytes } = await backUp(env, objects)
  report(`✔ ${file} (${bytes} bytes)`)
  const dir = join(env.DATA_DIR || '.data', 'backups')
  for (const expired of listExpired(await listBackups(dir))) {
    await rm(expired.file)
    for (const beside of [sumsOf(expired.file), fileListOf(expired.file)]) await rm(beside, { force: true })
    report(`✔ ${expired.file} removed by the rule`)
  }
  await removeCopiesBefore(besideBackup(file), await findOldest(dir))
  if (!(await isProofDue(env))) return
  const { tables, rows } = await proveBackup(env, file)
  report(`✔ ${file} restored and compared: ${tables} tables, ${rows} rows`)
}

/** Lists backups with a default name only: those that somebody named are never removed. */
async function listBackups(dir: string) {
  const names = await readdir(dir)
  return names.flatMap((name) => {
    const [, day, hour, minute, second] = NAME.exec(name) ?? []
    return day === undefined
      ? []
      : [{ file: join(dir, name), takenAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }]
  })
}

/** Finds the time of the oldest backup, whatever its name. */
async function findOldest(dir: string): Promise<Date> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.dump'))
  const times = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).mtimeMs))
  return new Date(Math.min(...times))
}

async function isProofDue(env: NodeJS.ProcessEnv): Promise<boolean> {
  return withDb(await findOwnerUrl(env), 'backup proof', async (db) => {
    const last = await OperationMark.query(db).findById('backup_proof')
    const isGood = last !== undefined && last.details.problem === undefined
    return !isGood || Date.now() - last.markedAt.getTime() >= PROVED_EVERY_MS
  })
}

interface Backup {
  file: string
  takenAt: Date
}

/** Keeps the newest backup of each of the last `count` periods. `periodOf` names the period that a time belongs to. */
const RULES: readonly { count: number; periodOf: (at: Date) => string }[] = [
  { count: 7, periodOf: (at) => at.toISOString().slice(0, 10) },
  { count: 5, periodOf: mondayOf },
  { count: 12, periodOf: (at) => at.toISOString().slice(0, 7) },
]

/** The Monday of the week, in UTC. */
function mondayOf(at: Date): string {
  const day = new Date(at)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/**
 * Periods without a backup do not count, so that backups from before a long gap are kept.
 * @returns the backups to remove
 */
export function listExpired<Listed extends Backup>(backups: readonly Listed[]): Listed[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
  const needed = new Set<Listed>()
  for (const { count, periodOf } of RULES) {
    const newestOf = new Map<string, Listed>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.takenAt)
      if (!newestOf.has(period)) newestOf.set(period, backup)
    }
    for (const backup of [...newestOf.values()].slice(0, count)) needed.add(backup)
  }
  return newestFirst.filter((backup) => !needed.has(backup))
}

/**
 * Restores the backup into a temporary database and compares the rows.
 * Records the result in the shop's database, whose owner needs CREATEDB.
 * @returns how many tables and rows were compared
 * @throws CannotProceed if the backup cannot be restored, or its rows differ from the original ones
 */
export async function proveBackup(env: NodeJS.ProcessEnv, file: string) {
  const mark = { file: basename(file) }
  return withDb(await findOwnerUrl(env), 'backup proof', async (db) => {
    try {
      const proof = await restoreAndCompare(env, file)
      await setMark(db, 'backup_proof', { ...mark, ...proof })
      return proof
    } catch (error) {
      const problem = error instanceof Error ? error.message.slice(0, 500) : String(error)
      await setMark(db, 'backup_proof', { ...mark, problem })
      throw error
    }
  })
}

async function restoreAndCompare(env: NodeJS.ProcessEnv, file: string) {
  const expected = JSON.parse(await readFile(sumsOf(file), 'utf8')) as TableSums
  const ownerUrl = await findOwnerUrl(env)
  const name = `backup_proof_${randomBytes(6).toString('hex')}`
  return withDb(ownerUrl, 'backup proof', async (server) => {
    try {
      await server.raw(`CREATE DATABASE ${name}`)
      const url = new URL(ownerUrl)
      url.pathname = `/${name}`
      await readBackup(await findReader(file, env), file, url.href)
      const found = await withDb(url.href, 'backup proof', (db) => db.transaction(sumTables))
      const differences = listDifferences(expected, found)
      if (differences.length > 0) throw new CannotProceed(`Restored differently: ${differences.join(', ')}`)
      const rows = Object.values(found).reduce((sum, table) => sum + table.rows, 0)
      return { tables: Object.keys(found).length, rows }
    } finally {
      await server.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  })
}
