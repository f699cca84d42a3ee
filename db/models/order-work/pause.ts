import { Model } from 'objection'

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
