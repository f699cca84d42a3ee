import { Model } from 'objection'
import { Payment } from './payment.ts'
import { User } from './user.ts'

export class Refund extends Model {
  static override tableName = 'refunds'

  declare id: number
  declare paymentId: number
  declare amountCents: number
  declare reason: string
  /** requested: not yet accepted by the provider. The others are the provider's own. */
  declare status: 'requested' | 'pending' | 'processed' | 'failed'
  /** The same in every try, so that the provider refunds once. */
  declare idempotencyKey: string
  declare providerRefundId: string | null
  /** The lost dispute that took the money; null for a refund. */
  declare disputeId: number | null
  /** null for a refund by the shop itself, or on the provider's own site. */
  declare requestedBy: number | null
  declare createdAt: Date
  declare processedAt: Date | null
  declare lastError: string | null
  /** When reconciliation last looked the refund up at the provider. */
  declare providerAskedAt: Date | null
  declare payment?: Payment
  declare requester?: User

  static override relationMappings = () => ({
    payment: {
      relation: Model.BelongsToOneRelation,
      modelClass: Payment,
      join: { from: 'refunds.paymentId', to: 'payments.id' },
    },
    requester: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'refunds.requestedBy', to: 'users.id' },
    },
  })
}
