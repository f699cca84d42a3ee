import { Model } from 'objection'

export class Notification extends Model {
  static override tableName = 'notifications'
  static override jsonAttributes = ['facts']

  declare id: number
  declare kind: string
  /** What happened, such as order_paid:12. Unique. */
  declare key: string
  declare title: string
  declare facts: { label: string; value: string }[]
  /** Of the admin area, such as /admin?order=12. */
  declare path: string
  declare createdAt: Date
}

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
