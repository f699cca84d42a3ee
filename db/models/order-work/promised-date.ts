import { Model } from 'objection'
import { belongsTo } from '../relation.ts'
import { User } from '../user.ts'

/** Time that the promised date of an order stands still. At most one of a kind is open. */
export class OrderPause extends Model {
  static override tableName = 'order_pauses'

  declare id: number
  declare orderId: number
  declare kind: 'answers' | 'delivery' | 'refund_request' | 'question'
  /** Of a question it may be still to come. */
  declare startedAt: Date
  /** Null while it runs. */
  declare endedAt: Date | null
}

/** A new promised date that the team has set. */
export class OrderDate extends Model {
  static override tableName = 'order_dates'

  declare id: number
  declare orderId: number
  declare authorId: number
  declare oldAt: Date
  declare newAt: Date
  /** In words for the customer. Empty once it is erased. */
  declare reason: string
  declare createdAt: Date
  declare author?: User

  static override relationMappings = () => ({
    author: belongsTo(User, 'order_dates.authorId'),
  })
}
