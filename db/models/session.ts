import { Model } from 'objection'
import { User } from './user.ts'

export class Session extends Model {
  static override tableName = 'sessions'
  static override idColumn = 'idHash'

  declare idHash: Buffer
  /** What the list of sessions names it by. */
  declare id: number
  declare userId: number
  declare createdAt: Date
  declare lastSeenAt: Date
  declare expiresAt: Date
  declare revokedAt: Date | null
  /** When its user last showed who they are. */
  declare provedAt: Date | null
  /** The IP address and the browser that signed in. */
  declare address: string
  declare userAgent: string
  declare user?: User

  static override relationMappings = () => ({
    user: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'sessions.userId', to: 'users.id' },
    },
  })
}
