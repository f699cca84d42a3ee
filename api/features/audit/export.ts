import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { AuditSubject } from '../../contract/audit.ts'
import { type CsvColumn, sendCsv } from '../../lists/csv.ts'
import { getUser } from '../../plugins/guards.ts'
import { recordChange } from './record.ts'

/** Sends a whole list as a CSV file, and records who took it away. */
export async function sendExport<Row>(
  db: Knex,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  subject: AuditSubject,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncGenerator<Row[]>,
): Promise<FastifyReply> {
  const name = `${subject}s`
  await db.transaction((trx) =>
    recordChange(trx, {
      actorId: getUser(request).id,
      action: 'exported',
      subject,
      subjectId: null,
      label: `${name}.csv`,
      ipAddress: request.ip,
    }),
  )
  return sendCsv(reply, name, columns, batches)
}
