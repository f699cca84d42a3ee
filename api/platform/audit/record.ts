/** The audit log. An entry is written in the transaction of its change, so that neither is stored without the other. */

import type { Knex } from 'knex'
import type { AuditAction, AuditChange, AuditSubject, AuditValue } from '#api/contract/platform/audit.ts'
import { BUYER_FIELD_NAMES } from '#api/rules/buyer-fields.ts'
import { AuditDetails, AuditEntry } from '#db/models/people/audit-entry.ts'

/**
 * Fields with personal data or free text. Their changes go to audit_details, which may be deleted; the log itself may not
 * (docs/decisions/023-two-database-roles.md).
 */
const PERSONAL_FIELDS = new Set<string>([
  ...BUYER_FIELD_NAMES,
  ...['toEmail', 'staff', 'notes', 'reason', 'note', 'fileName', 'personalCode'],
])

interface Recorded {
  /** null: the caller was not signed in. */
  actorId: number | null
  action: AuditAction
  subject: AuditSubject
  /** null for a whole list, or for a sign-in to an account that does not exist. */
  subjectId: number | null
  /** A public name of the subject, such as an invoice number; never a person's name or e-mail. Unset for users. */
  label?: string
  /** Empty for an event that changes no field, such as a sign-in. */
  changes?: AuditChange[]
  /** The caller's IP address, for security events. */
  ipAddress?: string | undefined
}

/**
 * Adds an entry. Entries are never deleted. An `updated` without changes is not recorded.
 * @example await recordChange(trx, { actorId, action: 'updated', subject: 'order', subjectId: order.id, label:
 *   order.invoiceNumber, changes: [{ field: 'status', from: 'pending', to: 'processing' }] })
 */
export async function recordChange(
  trx: Knex.Transaction,
  { label, changes = [], ipAddress, ...entry }: Recorded,
): Promise<void> {
  if (entry.action === 'updated' && changes.length === 0) return
  const isPersonal = ({ field }: AuditChange) => PERSONAL_FIELDS.has(field)
  const personal = changes.filter(isPersonal)
  const { id } = await AuditEntry.query(trx).insert({
    ...entry,
    subjectLabel: label ?? null,
    changes: changes.filter((change) => !isPersonal(change)),
  })
  if (personal.length === 0 && ipAddress === undefined) return
  await AuditDetails.query(trx).insert({ auditId: id, changes: personal, ...(ipAddress && { ipAddress }) })
}

/**
 * Records the fields that differ between two states of the subject, see {@link listChanges}.
 * @example await recordEdit(trx, { actorId, subject: 'coupon', subjectId: id, label: code }, before, undefined) // removed
 */
export async function recordEdit(
  trx: Knex.Transaction,
  about: Omit<Recorded, 'action' | 'changes'>,
  before: Shown | undefined,
  after: Shown | undefined,
): Promise<void> {
  const action = before === undefined ? 'created' : after === undefined ? 'removed' : 'updated'
  await recordChange(trx, { ...about, action, changes: listChanges(before, after) })
}

/** @param userId null if no account has the e-mail */
export async function recordSignIn(
  db: Knex,
  action: 'signed_in' | 'sign_in_failed' | 'second_factor_failed' | 'signed_out',
  { userId, ipAddress }: { userId: number | null; ipAddress: string },
): Promise<void> {
  const actorId = action.endsWith('_failed') ? null : userId
  await db.transaction((trx) =>
    recordChange(trx, { actorId, action, subject: 'user', subjectId: userId, ipAddress }),
  )
}

type Shown = Record<string, AuditValue>

/**
 * Lists the fields that differ between two states, in the order of the fields. A field that is empty in both states counts
 * as unchanged.
 * @param before undefined if the subject was created
 * @param after undefined if the subject was removed
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
