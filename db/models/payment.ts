import { Model } from 'objection'
import { Order } from './order.ts'
import { User } from './user.ts'

export class Payment extends Model {
  static override tableName = 'payments'

  declare id: number
  /** null for money that belongs to no known order. */
  declare orderId: number | null
  /** The name of the provider, or 'none' for the payment of a free order. */
  declare provider: string
  declare providerPaymentId: string | null
  declare amountCents: number
  declare currency: string
  declare status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  declare fulfilsOrder: boolean
  /** Why an admin should look at it: second_capture, coupon_over_limit, customer_erased, amount_mismatch, unknown_order. */
  declare flag: string | null
  declare createdAt: Date
  declare capturedAt: Date | null
  declare lookedAt: Date | null
  declare lookedBy: number | null
  declare lookedNote: string | null
  declare order?: Order
  declare looker?: User

  get isFree(): boolean {
    return this.provider === 'none'
  }

  static override relationMappings = () => ({
    order: {
      relation: Model.BelongsToOneRelation,
      modelClass: Order,
      join: { from: 'payments.orderId', to: 'orders.id' },
    },
    looker: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'payments.lookedBy', to: 'users.id' },
    },
  })
}
