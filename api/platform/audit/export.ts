import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { AuditSubject } from '#api/contract/platform/audit.ts'
import { type CsvColumn, sendCsv } from '#api/platform/lists/csv.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { recordChange } from './record.ts'

/** Records that an admin has downloaded a file. @param file.subjectId null for a whole list */
export async function recordExport(
  db: Knex,
  request: FastifyRequest,
  file: { subject: AuditSubject; subjectId: number | null; label: string },
): Promise<void> {
  const by = { actorId: getUser(request).id, ipAddress: request.ip }
  await db.transaction((trx) => recordChange(trx, { ...by, ...file, action: 'exported' }))
}

/** Sends a whole list as a CSV file, and records who has downloaded it. */
export async function sendExport<Row>(
  db: Knex,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  subject: AuditSubject,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncGenerator<Row[]>,
): Promise<FastifyReply> {
  const name = `${subject}s`
  await recordExport(db, request, { subject, subjectId: null, label: `${name}.csv` })
  return sendCsv(reply, name, columns, batches)
}
