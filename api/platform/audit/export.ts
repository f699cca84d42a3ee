import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { AuditSubject } from '#api/contract/platform/audit.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { recordChange } from './record.ts'

/** Records in the audit log that an admin downloaded a file. @param file.subjectId null for a whole list */
export async function recordExport(
  db: Knex,
  request: FastifyRequest,
  file: { subject: AuditSubject; subjectId: number | null; label: string },
): Promise<void> {
  const by = { actorId: getUser(request).id, ipAddress: request.ip }
  await db.transaction((trx) => recordChange(trx, { ...by, ...file, action: 'exported' }))
}
