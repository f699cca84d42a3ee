import { Model } from 'objection'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Payment } from './payment.ts'

export class Dispute extends Model {
  static override tableName = 'disputes'

  declare id: number
  declare providerDisputeId: string
  declare providerPaymentId: string
  /** Null: the shop does not know the payment. */
  declare paymentId: number | null
  declare amountCents: number
  /** The amount deducted for a lost dispute; 0 until it is lost. */
  declare deductedCents: number
  declare currency: string
  declare reasonCode: string
  declare phase: string
  declare status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  declare respondBy: Date | null
  declare openedAt: Date
  /** When the provider was last asked for the status. */
  declare askedAt: Date
  declare payment?: Payment

  static override relationMappings = () => ({
    payment: belongsTo(Payment, 'disputes.paymentId'),
  })
}
