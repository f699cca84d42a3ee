/** The daily job that applies the retention rules, and a list of removals that happen elsewhere. */
import type { Knex } from 'knex'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { RETENTION } from './retention-rules.ts'

/** Small enough that buyers do not wait long for locked rows. */
const ROWS_A_BATCH = 500

/** Applies all rules. @throws Error naming the failed rules, after the others were applied */
export async function applyRetention(db: Knex): Promise<void> {
  const failed: string[] = []
  let cause: unknown
  for (const { what, after, sql } of RETENTION) {
    try {
      let rowCount: number
      do {
        ;({ rowCount } = await db.raw<{ rowCount: number }>(sql, { after, batch: ROWS_A_BATCH }))
      } while (rowCount === ROWS_A_BATCH)
    } catch (error) {
      failed.push(what)
      cause = error
    }
  }
  if (failed.length > 0) throw new Error(`Not removed: ${failed.join(', ')}`, { cause })
}

/** Data that no rule here removes, because something else does. */
export const REMOVED_ELSEWHERE: readonly { policy: string; what: string; after: string; how: string }[] = [
  {
    policy: 'we delete it when its purpose and the law allow',
    what: 'finished jobs',
    after: '30 days',
    how: 'the queue deletes them (`api/platform/jobs/queues.ts`)',
  },
  {
    policy: 'Temporary credentials: deleted at completion',
    what: 'credentials of an order that was completed or cancelled, or whose warranty work was done',
    after: `${UNDO_SECONDS} seconds`,
    how: 'deleted (`api/orders/credentials/remove.ts`)',
  },
  {
    policy: 'we delete it when its purpose and the law allow',
    what: 'uploaded picture that nothing shows',
    after: '30 days',
    how: 'deleted with its files',
  },
  {
    policy: 'we delete it when its purpose and the law allow',
    what: 'link of a failed payment',
    after: '24 hours',
    how: 'it is signed and stored nowhere',
  },
  {
    policy: 'Account and profile: as long as the account exists',
    what: 'accounts',
    after: 'see Erasure',
    how: 'emptied',
  },
  {
    policy: 'Technical records of requests',
    what: 'lines of the log, which the process writes to its output',
    after: 'see [deployment.md](../../deployment.md)',
    how: 'by the machine that collects them',
  },
  {
    policy: 'Copies in backups disappear as the backups are replaced',
    what: 'backups',
    after: 'see [deployment.md](../../deployment.md)',
    how: 'by whoever stores them',
  },
]
