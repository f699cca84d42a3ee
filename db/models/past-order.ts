import { Model } from 'objection'
import { User } from './user.ts'

/** An order from before this shop. No payment, no invoice and no work belongs to it. */
export class PastOrder extends Model {
  static override tableName = 'past_orders'

  declare id: number
  declare importId: number
  /** The system that it comes from. */
  declare source: string
  /** Its number there. */
  declare reference: string
  declare userId: number
  /** Null: no package of this shop. */
  declare packageId: number | null
  declare packageName: string
  declare amountCents: number
  declare status: 'completed' | 'cancelled' | 'refunded'
  /** A day, as 2024-03-31. */
  declare orderedOn: string
  declare user?: User

  static override relationMappings = () => ({
    user: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'past_orders.userId', to: 'users.id' },
    },
  })
}
