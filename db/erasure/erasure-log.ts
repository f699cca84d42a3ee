/**
 * Logs erasures in a file outside the database, one line each: the user's id and the time. An older backup still has the data of
 * customers who were erased since, so restoring it erases them again (docs/deployment.md, Erasures and backups).
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Erasure } from './erasure.ts'

export const erasureLogOf = (dataDir: string) => join(dataDir, 'erasures.log')

/** Resolves when the line is on the disk. */
export async function logErasure(dataDir: string, { userId, erasedAt }: Erasure): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await appendFile(erasureLogOf(dataDir), `${userId} ${erasedAt.toISOString()}\n`, {
    mode: 0o600,
    flush: true,
  })
}

/** @throws Error with the first line that is not valid */
export async function readErasureLog(file: string): Promise<Erasure[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [id, time = ''] = line.trim().split(' ')
    const erasure = { userId: Number(id), erasedAt: new Date(time) }
    if (!Number.isInteger(erasure.userId) || Number.isNaN(erasure.erasedAt.getTime()))
      throw new Error(`${file}: no erasure in the line '${line}'`)
    return erasure
  })
}
