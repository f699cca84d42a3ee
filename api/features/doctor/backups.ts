import { type MarkName, OperationMark } from '../../../db/models/operation-mark.ts'
import { OLDEST_BACKUP_HOURS } from '../../rules/periods.ts'
import { createCheck, type DoctorContext, describeAge, fault, ok, unset, WITHOUT_DATABASE } from './check.ts'

const HOUR_MS = 3_600_000
/** A backup is restored as a test each week; one day more to notice a failure. */
const OLDEST_PROOF_HOURS = 8 * 24

interface MarkRules {
  mark: MarkName
  oldestHours: number
  /** The fault where the mark is missing. */
  never: string
  advice: string
}

async function examine({ db, env, nowMs }: DoctorContext, { mark, oldestHours, never, advice }: MarkRules) {
  if (!db) return WITHOUT_DATABASE
  const last = await OperationMark.query(db).findById(mark)
  if (!last) return env.isProduction ? fault(never, advice) : unset('none has been made yet')
  const ageMs = nowMs() - last.markedAt.getTime()
  const { file, problem } = last.details
  const text = `${describeAge(ageMs)} ago: ${file}${problem === undefined ? '' : `: ${problem}`}`
  return problem !== undefined || ageMs > oldestHours * HOUR_MS ? fault(text, advice) : ok(text)
}

export const backupCheck = createCheck('Backups', 'Last backup', (context) =>
  examine(context, {
    mark: 'backup',
    oldestHours: OLDEST_BACKUP_HOURS,
    never: 'none has ever been made',
    advice: 'Run `shop nightly`, and find out why it did not run.',
  }),
)

export const backupProofCheck = createCheck('Backups', 'Last restored for proof', (context) =>
  examine(context, {
    mark: 'backup_proof',
    oldestHours: OLDEST_PROOF_HOURS,
    never: 'none has ever been restored',
    advice: 'Run `shop nightly`, which restores a backup each week, and see what it says.',
  }),
)
