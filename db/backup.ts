/** Writes the database to one file in pg_dump's custom format. The shop may keep running. */
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createDb } from './connection.ts'
import { setMark } from './models/operation-mark.ts'
import { findOwnerUrl, findPrograms, readServerVersion, runProgram } from './postgres-client.ts'

export interface Backup {
  file: string
  bytes: number
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
  const file = name ?? join(env.DATA_DIR || '.data', 'backups', `shop-${now}.dump`)
  await mkdir(dirname(file), { recursive: true })
  // It gets its name when it is complete. It holds personal data, so no other user may read it.
  const partial = `${file}.partial`
  process.umask(0o077)
  try {
    await runProgram(
      pgDump,
      ['--format=custom', '--no-owner', '--no-privileges', `--file=${partial}`],
      databaseUrl,
    )
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  const { size: bytes } = await stat(file)
  await recordBackup(databaseUrl, { file: basename(file), bytes })
  return { file, bytes }
}

async function recordBackup(databaseUrl: string, backup: Backup): Promise<void> {
  const db = createDb(databaseUrl, { poolMax: 1, applicationName: 'backup' })
  try {
    // A database that is not up to date is backed up, too: before it is migrated, say.
    if (await db.schema.hasTable('operation_marks')) await setMark(db, 'backup', { ...backup })
  } finally {
    await db.destroy()
  }
}
