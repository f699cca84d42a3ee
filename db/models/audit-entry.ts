import { Model } from 'objection'
import { belongsTo } from './relation.ts'
import { User } from './user.ts'

/** Append-only: the database refuses every update, delete and truncate. Names nobody: {@link AuditDetails} does. */
export class AuditEntry extends Model {
  static override tableName = 'audit_log'
  static override jsonAttributes = ['changes']

  declare id: number
  /** Null: nobody was signed in. */
  declare actorId: number | null
  declare action:
    | 'created'
    | 'updated'
    | 'removed'
    | 'signed_in'
    | 'sign_in_failed'
    | 'second_factor_failed'
    | 'signed_out'
    | 'exported'
  declare subject:
    | 'order'
    | 'user'
    | 'package'
    | 'category'
    | 'coupon'
    | 'registration'
    | 'assignment'
    | 'payment'
    | 'refund'
    | 'webhook'
    | 'webhook_endpoint'
    | 'embed_origin'
    | 'job'
    | 'mail'
    | 'recipient'
    | 'import'
  /** Null: a whole list, or an account that does not exist. */
  declare subjectId: number | null
  /** What the subject was called when it changed. Null: a user. */
  declare subjectLabel: string | null
  declare changes: { field: string; from: unknown; to: unknown }[]
  declare createdAt: Date
  declare actor?: User | null
  declare details?: AuditDetails | null

  static override relationMappings = () => ({
    actor: belongsTo(User, 'audit_log.actorId'),
    details: {
      relation: Model.HasOneRelation,
      modelClass: AuditDetails,
      join: { from: 'audit_log.id', to: 'audit_details.auditId' },
    },
  })
}

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
