import { Model } from 'objection'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** The provider of payments by bank transfer. */
export const BANK = 'bank'

export class Payment extends Model {
  static override tableName = 'payments'

  declare id: number
  /** Null if the shop knows no such order. */
  declare orderId: number | null
  /** The provider's name, 'none' for a free order, or 'bank' for a transfer that an admin has recorded. */
  declare provider: string
  /** Of a transfer, the bank's reference. */
  declare providerPaymentId: string | null
  declare amountCents: number
  declare currency: string
  /** What the provider converts it to in its account's own currency, before fees. Null where it says nothing. */
  declare baseCents: number | null
  declare baseCurrency: string | null
  declare status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  declare fulfilsOrder: boolean
  /** The part of its order that it is for; null where the order is paid at once. */
  declare partPosition: number | null
  /** Why an admin should look at it: second_capture, coupon_over_limit, customer_erased, amount_mismatch, unknown_order. */
  declare flag: string | null
  /** Of a transfer: the day on which it arrived, what shows it, what of the amount is withheld tax, and who recorded it. */
  declare receivedOn: string | null
  declare proof: string | null
  declare withheldCents: number
  declare recordedBy: number | null
  declare createdAt: Date
  declare capturedAt: Date | null
  declare lookedAt: Date | null
  declare lookedBy: number | null
  declare lookedNote: string | null
  declare order?: Order
  declare looker?: User

  /** No provider knows it. */
  get isTransfer(): boolean {
    return this.provider === BANK
  }

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

export class Dispute extends Model {
  static override tableName = 'disputes'

  declare id: number
  declare providerDisputeId: string
  declare providerPaymentId: string
  /** Null if the shop does not know the payment. */
  declare paymentId: number | null
  declare amountCents: number
  /** The cost of a lost dispute; 0 before. */
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

export class WebhookEvent extends Model {
  static override tableName = 'webhook_events'

  declare id: number
  /** Who sent it, as `payments.provider` names it. */
  declare provider: string
  declare eventId: string
  declare eventType: string
  declare payload: unknown
  declare providerPaymentId: string | null
  /** Known once it was handled. Null for one about no order, and for one handled before this was stored. */
  declare orderId: number | null
  declare receivedAt: Date
  declare processedAt: Date | null
  declare attempts: number
  declare lastError: string | null
}
