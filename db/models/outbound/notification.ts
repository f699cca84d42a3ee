import { Model } from 'objection'

export class Notification extends Model {
  static override tableName = 'notifications'
  static override jsonAttributes = ['facts']

  declare id: number
  declare kind: string
  /** The event, such as order_paid:12. Unique. */
  declare key: string
  declare title: string
  declare facts: { label: string; value: string }[]
  /** A path in the admin area, such as /admin?order=12. */
  declare path: string
  declare createdAt: Date
}
