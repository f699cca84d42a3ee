/** Records who changed what, in the transaction of the change itself: there is never one without the other. */
import type { Knex } from 'knex'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import type { AuditAction, AuditChange, AuditSubject, AuditValue } from '../../contract/audit.ts'

interface Recorded {
  actorId: number
  action: AuditAction
  subject: AuditSubject
  subjectId: number
  /** What people call it: an invoice number, an e-mail, a name. */
  label: string
  changes: AuditChange[]
}

/**
 * Entries are never deleted. An update that changed nothing is not recorded.
 * @example await recordChange(trx, { actorId, action: 'updated', subject: 'order', subjectId: order.id,
 *   label: order.invoiceNumber, changes: [{ field: 'status', from: 'pending', to: 'processing' }] })
 */
export async function recordChange(trx: Knex.Transaction, { label, ...entry }: Recorded): Promise<void> {
  if (entry.action === 'updated' && entry.changes.length === 0) return
  await AuditEntry.query(trx).insert({ ...entry, subjectLabel: label })
}

type Shown = Record<string, AuditValue>

/**
 * Lists the fields that differ between two states, in the order of the fields. Fields that are empty in both are left out.
 * @param before undefined where it was created
 * @param after undefined where it was deleted
 */
export function listChanges(before: Shown | undefined, after: Shown | undefined): AuditChange[] {
  const fields = Object.keys(after ?? before ?? {})
  return fields.flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, after?.[field] ?? null]
    const isSame = JSON.stringify(from) === JSON.stringify(to) || (isEmpty(from) && isEmpty(to))
    return isSame ? [] : [{ field, from, to }]
  })
}

function isEmpty(value: AuditValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
