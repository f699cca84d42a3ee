import { Model } from 'objection'

/** The hash of a token in a mailed link, which works once. */
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
