/** Proves that a backup can be restored: restores it into a temporary database and compares the rows. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { withDb } from '../connection/connection.ts'
import { CannotProceed, findOwnerUrl } from '../connection/postgres-client.ts'
import { setMark } from '../models/operation-mark.ts'
import { sumsOf } from './backup.ts'
import { findReader, readBackup } from './restore.ts'
import { listDifferences, sumTables, type TableSums } from './table-sums.ts'

/**
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
