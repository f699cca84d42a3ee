/** Work on a file after its upload: queueing it fairly, and announcing its result. */
import type { Knex } from 'knex'
import { announce } from '#api/orders/order/announce.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Message } from '#db/models/orders/message.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'

/** Uploads of the last minutes count against a person's priority, even if their work is done. */
const COUNTED_MINUTES = 10

/** Queues work on a file behind that of people who sent fewer files lately, so that one person's many files delay nobody else. */
export async function queueFileWork(
  jobs: Jobs,
  trx: Knex.Transaction,
  queue: 'check-file' | 'draw-preview',
  fileId: string,
): Promise<void> {
  const earlier = await OrderFile.query(trx)
    .whereNot({ id: fileId })
    .whereNotIn('state', statusesThat(FILE_STATE, 'isArriving'))
    .where('uploaderId', OrderFile.query(trx).findById(fileId).select('uploaderId'))
    .whereRaw('created_at > now() - make_interval(mins => ?)', COUNTED_MINUTES)
    .resultSize()
  await jobs.send(trx, queue, { fileId }, { priority: -earlier })
}

/** Stores the result, and announces it for the order's open pages. @param alsoIn further work in the same transaction */
export async function announceFile(
  db: Knex,
  file: OrderFile,
  found: Partial<OrderFile>,
  alsoIn: (trx: Knex.Transaction) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction(async (trx) => {
    await file.$query(trx).patch(found)
    await alsoIn(trx)
    const note = Message.query(trx).where({ id: file.messageId, isTeamOnly: true })
    const isTeamOnly = (await note.resultSize()) > 0
    await announce(trx, file.orderId, { type: isTeamOnly ? 'changed_for_team' : 'changed' })
  })
}
