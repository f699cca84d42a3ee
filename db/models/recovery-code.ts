import { Model } from 'objection'

export class RecoveryCode extends Model {
  static override tableName = 'recovery_codes'
  static override idColumn = 'codeHash'

  declare codeHash: Buffer
  declare userId: number
  declare createdAt: Date
  declare usedAt: Date | null
}
