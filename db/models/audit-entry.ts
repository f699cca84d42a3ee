import { Model } from 'objection'
import { User } from './user.ts'

/** Append-only: the database refuses every update and delete. */
export class AuditEntry extends Model {
  static override tableName = 'audit_log'
  static override jsonAttributes = ['changes']

  declare id: number
  declare actorId: number
  declare action: 'created' | 'updated' | 'removed'
  declare subject:
    | 'order'
    | 'user'
    | 'package'
    | 'coupon'
    | 'assignment'
    | 'payment'
    | 'refund'
    | 'webhook'
    | 'job'
    | 'mail'
  declare subjectId: number
  /** What the subject was called when it changed. */
  declare subjectLabel: string
  declare changes: { field: string; from: unknown; to: unknown }[]
  declare createdAt: Date
  declare actor?: User

  static override relationMappings = () => ({
    actor: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'audit_log.actorId', to: 'users.id' },
    },
  })
}
