import { Model } from 'objection'

export class OutboxMessage extends Model {
  static override tableName = 'outbox'

  declare id: number
  declare messageId: string
  declare kind: string
  declare payload: unknown
  declare createdAt: Date
  declare sentAt: Date | null
  declare attempts: number
  declare lastError: string | null
}
