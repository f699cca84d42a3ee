import { Model } from 'objection'

/** What a link of a mail holds; it works once. */
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

  /** The address that the link confirms: the account's own, or the one that it is to have. */
  declare email: string
}
