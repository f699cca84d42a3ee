import { Model } from 'objection'
import { belongsTo } from '#db/models/platform/relation.ts'
import { User } from './user.ts'

/** Append-only: the database refuses update, delete and truncate. Personal data is in {@link AuditDetails}. */
export class AuditEntry extends Model {
  static override tableName = 'audit_log'
  static override jsonAttributes = ['changes']

  declare id: number
  /** Null if nobody was signed in. */
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
    | 'saved_reply'
    | 'api_key'
    | 'review'
    | 'offer'
  /** Null for a whole list, or an account that does not exist. */
  declare subjectId: number | null
  /** The subject's name at that time; null for a user. */
  declare subjectLabel: string | null
  declare changes: { field: string; from: unknown; to: unknown }[]
  /** Filled in by the database from the API key set in the transaction. */
  declare apiKeyId: number | null
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

/** The personal data of an audit log entry. Unlike the entry, it can be removed. */
export class AuditDetails extends Model {
  static override tableName = 'audit_details'
  static override idColumn = 'auditId'
  static override jsonAttributes = ['changes']

  declare auditId: number
  /** Only for security events. */
  declare ipAddress: string | null
  declare changes: { field: string; from: unknown; to: unknown }[]
}
