import { Model } from 'objection'
import { Order } from './order.ts'
import { User } from './user.ts'

export class OrderEvent extends Model {
  static override tableName = 'order_events'

  declare id: number
  declare orderId: number
  declare kind: 'status' | 'payment_status' | 'note'
  declare fromValue: string | null
  declare toValue: string | null
  declare actorKind: 'customer' | 'staff' | 'admin' | 'system' | 'provider'
  declare actorId: number | null
  declare note: string | null
  /** The change that this one took back. */
  declare undoesId: number | null
  declare createdAt: Date
  declare order?: Order
  declare actor?: User

  static override relationMappings = () => ({
    order: {
      relation: Model.BelongsToOneRelation,
      modelClass: Order,
      join: { from: 'order_events.orderId', to: 'orders.id' },
    },
    actor: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'order_events.actorId', to: 'users.id' },
    },
  })
}
