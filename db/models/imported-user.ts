import { Model } from 'objection'
import { User } from './user.ts'

/** That an account was imported, and whether its owner has been sent a link to sign in. */
export class ImportedUser extends Model {
  static override tableName = 'imported_users'
  static override idColumn = 'userId'

  declare userId: number
  declare importId: number
  /** When an admin asked for a link to be sent. */
  declare linkAskedAt: Date | null
  /** When its mail was queued. */
  declare linkSentAt: Date | null
  declare user?: User

  static override relationMappings = () => ({
    user: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'imported_users.userId', to: 'users.id' },
    },
  })
}
