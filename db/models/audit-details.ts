import { Model } from 'objection'

/** What identifies a person in an entry of the audit log. Unlike the entry it may be emptied. */
export class AuditDetails extends Model {
  static override tableName = 'audit_details'
  static override idColumn = 'auditId'
  static override jsonAttributes = ['changes']

  declare auditId: number
  /** The caller's, of security events. */
  declare ipAddress: string | null
  declare changes: { field: string; from: unknown; to: unknown }[]
}
