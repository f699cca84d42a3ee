import { Model } from 'objection'
import { belongsTo } from '#db/models/platform/relation.ts'
import { User } from './user.ts'

export class Session extends Model {
  static override tableName = 'sessions'
  static override idColumn = 'idHash'

  declare idHash: Buffer
  /** The id in the list of sessions. */
  declare id: number
  declare userId: number
  declare createdAt: Date
  declare lastSeenAt: Date
  declare expiresAt: Date
  declare revokedAt: Date | null
  /** When the user last proved their identity. */
  declare provedAt: Date | null
  /** The IP address at sign-in. `userAgent`: the browser. */
  declare address: string
  declare userAgent: string
  declare user?: User

  static override relationMappings = () => ({
    user: belongsTo(User, 'sessions.userId'),
  })
}

/** The hash of a single-use token in a mailed link. */
class MailedToken extends Model {
  static override idColumn = 'tokenHash'

  declare tokenHash: Buffer
  declare userId: number
  declare createdAt: Date
  declare expiresAt: Date
  declare endedAt: Date | null
}

export class PasswordReset extends MailedToken {
  static override tableName = 'password_resets'
}

export class EmailConfirmation extends MailedToken {
  static override tableName = 'email_confirmations'

  /** The address to confirm: the current one of the account, or a new one. */
  declare email: string
}
