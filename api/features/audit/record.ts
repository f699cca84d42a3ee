/** How rules keep who changed what: with the change, in its transaction, so that there is never one without the other. */
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
 * Keeps a change for good. An update that changed nothing leaves no trace.
 * @example await recordChange(trx, { actorId, action: 'updated', subject: 'order', subjectId: order.id,
 *   label: order.invoiceNumber, changes: [{ field: 'status', from: 'pending', to: 'processing' }] })
 */
export async function recordChange(trx: Knex.Transaction, { label, ...entry }: Recorded): Promise<void> {
  if (entry.action === 'updated' && entry.changes.length === 0) return
  await AuditEntry.query(trx).insert({ ...entry, subjectLabel: label })
}

type Shown = Record<string, AuditValue>

/**
 * What differs between a thing's two states, in the order of their fields. A field that is empty on both sides, or
 * absent on the missing side, is left out.
 * @param before undefined: it was made
 * @param after undefined: it is gone
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
