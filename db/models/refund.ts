import { Model } from 'objection'
import { Payment } from './payment.ts'

export class Refund extends Model {
  static override tableName = 'refunds'

  declare id: number
  declare paymentId: number
  declare amountCents: number
  declare reason: string
  /** requested: the provider has not answered yet. pending, processed, failed: as it says. */
  declare status: 'requested' | 'pending' | 'processed' | 'failed'
  /** The same over every try: the provider gives money back once for it. */
  declare idempotencyKey: string
  declare razorpayRefundId: string | null
  declare requestedBy: number | null
  declare createdAt: Date
  declare processedAt: Date | null
  declare lastError: string | null
  declare payment?: Payment

  static override relationMappings = () => ({
    payment: {
      relation: Model.BelongsToOneRelation,
      modelClass: Payment,
      join: { from: 'refunds.paymentId', to: 'payments.id' },
    },
  })
}
