import { Model } from 'objection'

export class PasswordReset extends Model {
  static override tableName = 'password_resets'
  static override idColumn = 'tokenHash'

  declare tokenHash: Buffer
  declare userId: number
  declare createdAt: Date
  declare expiresAt: Date
  declare endedAt: Date | null
}

export class EmailConfirmation extends Model {
  static override tableName = 'email_confirmations'
  static override idColumn = 'tokenHash'

  declare tokenHash: Buffer
  declare userId: number
  /** The address that the link confirms: the account's own, or the one that it is to have. */
  declare email: string
  declare createdAt: Date
  declare expiresAt: Date
  declare endedAt: Date | null
}
