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
