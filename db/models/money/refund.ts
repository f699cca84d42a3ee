import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Payment } from './payment.ts'

export class Refund extends Model {
  static override tableName = 'refunds'

  declare id: number
  declare paymentId: number
  declare amountCents: number
  /** The payment's currency. Filled in by the database. */
  declare currency: string
  declare reason: string
  /** `requested`: not yet accepted by the provider. The others are the provider's statuses. */
  declare status: 'requested' | 'pending' | 'processed' | 'failed'
  /** The same for every attempt, so that the provider refunds only once. */
  declare idempotencyKey: string
  declare providerRefundId: string | null
  /** The bank's reference if the shop refunded by bank transfer; null if the provider refunds. */
  declare bankReference: string | null
  /** The lost dispute that this row records; null: a real refund. */
  declare disputeId: number | null
  /** The user who requested it. Null: made by the shop automatically, or on the provider's website. */
  declare requestedBy: number | null
  declare createdAt: Date
  declare processedAt: Date | null
  declare lastError: string | null
  /** When the reconciliation last asked the provider about the refund. */
  declare providerAskedAt: Date | null
  declare payment?: Payment
  declare requester?: User

  static override relationMappings = () => ({
    payment: belongsTo(Payment, 'refunds.paymentId'),
    requester: belongsTo(User, 'refunds.requestedBy'),
  })
}
