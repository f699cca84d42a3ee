import { Model } from 'objection'
import { Payment } from './payment.ts'

export class Dispute extends Model {
  static override tableName = 'disputes'

  declare id: number
  declare providerDisputeId: string
  declare providerPaymentId: string
  /** Null for a payment that is not known here. */
  declare paymentId: number | null
  declare amountCents: number
  /** What a lost dispute has cost, 0 before. */
  declare deductedCents: number
  declare currency: string
  declare reasonCode: string
  declare phase: string
  declare status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  declare respondBy: Date | null
  declare openedAt: Date
  /** When the provider was asked for this state. */
  declare askedAt: Date
  declare payment?: Payment

  static override relationMappings = () => ({
    payment: {
      relation: Model.BelongsToOneRelation,
      modelClass: Payment,
      join: { from: 'disputes.paymentId', to: 'payments.id' },
    },
  })
}
