import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Payment } from './payment.ts'

export class Refund extends Model {
  static override tableName = 'refunds'

  declare id: number
  declare paymentId: number
  declare amountCents: number
  /** Of its payment. The database fills it in. */
  declare currency: string
  declare reason: string
  /** `requested`: not accepted by the provider yet. The others are the provider's statuses. */
  declare status: 'requested' | 'pending' | 'processed' | 'failed'
  /** The same for every try, so that the provider refunds only once. */
  declare idempotencyKey: string
  declare providerRefundId: string | null
  /** Of the bank transfer by which the shop gave the money back itself; null where the provider does. */
  declare bankReference: string | null
  /** The lost dispute that this row records; null for an actual refund. */
  declare disputeId: number | null
  /** Null for a refund by the shop itself, or on the provider's website. */
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
