/**
 * Checks an uploaded file before anybody can download it. It runs in the worker process, because a decoder that is attacked
 * or uses up all memory must not harm a process that serves buyers.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fileTypeFromFile } from 'file-type'
import type { Knex } from 'knex'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { FileStorage } from '#api/platform/storage/storage.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { announceFile, queueFileWork } from './file-work.ts'
import { PICTURES } from './preview.ts'

const run = promisify(execFile)
const SCANNED_WITHIN_MS = 240_000

interface Checking {
  db: Knex
  jobs: Jobs
  storage: FileStorage
  /** The scanner and its arguments. Unset: nothing is scanned. */
  scanCommand: readonly string[] | undefined
}

/**
 * Marks a file as ready, or refuses it and removes its bytes. Idempotent.
 * @throws Error if the scanner itself fails; the job is retried
 */
export async function checkFile({ db, jobs, storage, scanCommand }: Checking, fileId: string): Promise<void> {
  const inCheck = statusesThat(FILE_STATE, 'isInCheck')
  const file = await OrderFile.query(db).findById(fileId).whereIn('state', inCheck)
  if (!file) return
  const found = await storage.lookInto(fileId, async (path) => {
    if (scanCommand && !(await isHarmless(scanCommand, path))) return undefined
    return (await fileTypeFromFile(path))?.mime ?? 'application/octet-stream'
  })
  if (!found) {
    await announceFile(db, file, { state: 'refused' })
    await storage.remove(fileId)
    return
  }
  await announceFile(db, file, { state: 'ready', mediaType: found }, async (trx) => {
    if (found in PICTURES) await queueFileWork(jobs, trx, 'draw-preview', fileId)
  })
}

/** Scanners exit with 0 for a clean file and with 1 for an infected one; anything else is a failure of the scanner. */
async function isHarmless([program = '', ...args]: readonly string[], path: string): Promise<boolean> {
  try {
    await run(program, [...args, path], { timeout: SCANNED_WITHIN_MS })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return false
    throw error
  }
}
