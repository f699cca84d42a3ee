import { Model } from 'objection'
import { Order } from './order.ts'

export class Payment extends Model {
  static override tableName = 'payments'

  declare id: number
  declare orderId: number
  declare provider: 'razorpay' | 'none'
  declare razorpayPaymentId: string | null
  declare amountCents: number
  declare currency: string
  declare status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  declare fulfilsOrder: boolean
  declare flag: string | null
  declare createdAt: Date
  declare capturedAt: Date | null
  declare order?: Order

  static override relationMappings = () => ({
    order: {
      relation: Model.BelongsToOneRelation,
      modelClass: Order,
      join: { from: 'payments.orderId', to: 'orders.id' },
    },
  })
}
