import { Model } from 'objection'

export class NotificationRecipient extends Model {
  static override tableName = 'notification_recipients'

  declare id: number
  declare email: string
  /** The kinds that are switched on. */
  declare kinds: string[]
  /** Null: not yet, or an admin's own address, which needs no link. */
  declare confirmedAt: Date | null
  declare tokenHash: Buffer | null
  declare tokenExpiresAt: Date | null
  declare createdAt: Date
}
