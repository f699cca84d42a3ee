import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { openStorage } from '#api/platform/storage/open.ts'
import type { FileStorage } from '#api/platform/storage/storage.ts'
import { OLDEST_BACKUP_HOURS } from '#api/rules/periods.ts'
import { type MarkName, OperationMark } from '#db/models/platform/operation-mark.ts'
import {
  createCheck,
  type DoctorContext,
  describeAge,
  errorCode,
  type Finding,
  fault,
  ok,
  unset,
  WITHOUT_DATABASE,
} from './check.ts'

const ANSWERS_WITHIN_MS = 3_000
const CHECK_IT =
  'Check FILE_STORE, its keys and their rights: to put, get and delete objects, and to list them and uploads.'
const WRONG_KEYS: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: 'The secret does not belong to the key of the bucket',
  InvalidAccessKeyId: 'The bucket does not know the key',
}

/** Writes a file, reads it, checks that it is not public, and removes it. */
export const storeCheck = createCheck('Files', 'Store', async ({ env }) => {
  const place = env.fileStore === undefined ? 'The folder' : 'The bucket'
  const storage = await openStorage(env)
  const id = randomUUID()
  let step = 'written'
  try {
    await storage.putPreview(id, Buffer.from(id))
    step = 'read'
    if ((await readText(storage, id)) !== id) return fault(`${place} returns something else`, CHECK_IT)
    const open = await findOpen(storage.publicAddresses(id))
    step = 'deleted'
    await storage.remove(id)
    if ((await readText(storage, id)) !== undefined) return fault(`${place} does not delete files`, CHECK_IT)
    step = 'listed'
    await storage.list()
    if (open) return fault('The bucket is public', 'Make it private. The shop signs its requests.')
    return ok(`${place} stores, returns and deletes files${env.fileStore ? ', and is private' : ''}`)
  } catch (error) {
    const code = errorCode(error)
    if (env.fileStore === undefined && code === 'ENOENT')
      return unset('The folder is created with the first file')
    const wrongKey = WRONG_KEYS[code]
    if (wrongKey)
      return fault(
        wrongKey,
        'Copy the key and secret again, to FILE_STORE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
      )
    return fault(`${place} cannot be ${step} (${code})`, CHECK_IT)
  }
})

async function readText(storage: FileStorage, id: string): Promise<string | undefined> {
  const bytes = await storage.readPreview(id)
  return bytes && (await buffer(bytes)).toString()
}

/** Whether one of the addresses can be read without credentials. */
async function findOpen(addresses: string[]): Promise<boolean> {
  const answers = addresses.map(async (address) => {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    await response.body?.cancel()
    return response.ok
  })
  return (await Promise.all(answers)).some(Boolean)
}

export const lostFilesCheck = createCheck('Files', 'No files missing', async ({ db }): Promise<Finding> => {
  if (!db) return WITHOUT_DATABASE
  const last = await OperationMark.query(db).findById('files')
  if (!last) return unset('Not checked yet. This runs every night')
  const { missing = 0, first, removed = 0 } = last.details
  if (missing === 0) return ok(`Each file is stored; removed without a row: ${removed}`)
  return fault(
    `Files that are not stored: ${missing}, such as ${first}`,
    'Restore them from a copy of the store, under these names.',
  )
})

const HOUR_MS = 3_600_000
/** A backup is test-restored weekly; one more day to notice a failure. */
const OLDEST_PROOF_HOURS = 8 * 24

interface MarkRules {
  mark: MarkName
  oldestHours: number
  /** Text of the fault if the mark is missing. */
  never: string
  advice: string
}

async function examine({ db, env, nowMs }: DoctorContext, { mark, oldestHours, never, advice }: MarkRules) {
  if (!db) return WITHOUT_DATABASE
  const last = await OperationMark.query(db).findById(mark)
  if (!last) return env.isProduction ? fault(never, advice) : unset('None made yet')
  const ageMs = nowMs() - last.markedAt.getTime()
  const { file, problem } = last.details
  const text = `${describeAge(ageMs)} ago: ${file}${problem === undefined ? '' : `: ${problem}`}`
  return problem !== undefined || ageMs > oldestHours * HOUR_MS ? fault(text, advice) : ok(text)
}

export const backupCheck = createCheck('Backups', 'Last backup', (context) =>
  examine(context, {
    mark: 'backup',
    oldestHours: OLDEST_BACKUP_HOURS,
    never: 'No backup yet',
    advice: 'Run `shop nightly`, and check why it did not run.',
  }),
)

export const backupProofCheck = createCheck('Backups', 'Last test restore', (context) =>
  examine(context, {
    mark: 'backup_proof',
    oldestHours: OLDEST_PROOF_HOURS,
    never: 'No test restore yet',
    advice: 'Run `shop nightly`, which restores a backup each week, and check its output.',
  }),
)
