/** The nightly job: makes a backup, removes old ones by the rule and, once a week, proves that the new one can be restored. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withDb } from '../connection/connection.ts'
import { findOwnerUrl } from '../connection/postgres-client.ts'
import { OperationMark } from '../models/operation-mark.ts'
import { backUp, sumsOf } from './backup.ts'
import { listExpired } from './backup-rule.ts'
import { fileListOf } from './file-list.ts'
import type { ObjectStore } from './objects.ts'
import { proveBackup } from './prove-backup.ts'
import { besideBackup, removeCopiesBefore } from './uploads.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A little less than a week, because last week's proof may have ended some minutes later in the night. */
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

/** Backups with an automatic name only, because named ones are never removed. */
async function listBackups(dir: string) {
  const names = await readdir(dir)
  return names.flatMap((name) => {
    const [, day, hour, minute, second] = NAME.exec(name) ?? []
    return day === undefined
      ? []
      : [{ file: join(dir, name), takenAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }]
  })
}

/** The time of the oldest backup, with any name. */
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
