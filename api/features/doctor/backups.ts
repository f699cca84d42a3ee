import { OperationMark } from '../../../db/models/operation-mark.ts'
import { isDatabaseDown } from '../../http/database-down.ts'
import { type Check, describeAge, fault, ok, unset } from './check.ts'

/** A nightly one, and time to notice that it failed. */
const LONGEST_AGE_MS = 36 * 3_600_000
const ADVICE = 'Let `shop backup` run each night, and see why it did not.'

export const backupCheck: Check = {
  group: 'Backups',
  name: 'Last backup',
  run: async ({ db, env, nowMs }) => {
    if (!db) return unset('not known without a database')
    try {
      const last = await OperationMark.query(db).findById('backup')
      if (!last) return env.isProduction ? fault('none was ever made', ADVICE) : unset('none was made yet')
      const ageMs = nowMs() - last.markedAt.getTime()
      const text = `${describeAge(ageMs)} ago: ${last.details.file}`
      return ageMs > LONGEST_AGE_MS ? fault(text, ADVICE) : ok(text)
    } catch (error) {
      if (isDatabaseDown(error)) return unset('not known while the database cannot be reached')
      throw error
    }
  },
}
