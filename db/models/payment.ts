import { Model } from 'objection'
import { Order } from './order.ts'
import { belongsTo } from './relation.ts'
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
    order: belongsTo(Order, 'payments.orderId'),
    looker: belongsTo(User, 'payments.lookedBy'),
  })
}

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
    payment: belongsTo(Payment, 'refunds.paymentId'),
    requester: belongsTo(User, 'refunds.requestedBy'),
  })
}

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
    payment: belongsTo(Payment, 'disputes.paymentId'),
  })
}
