import { Model } from 'objection'
import { Order } from '#db/models/orders/order.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** The calculation behind an admin's decision, in minor units. Its reasons are in other columns. */
export interface Offer {
  amountCents: number
  /** The figures that the amount was calculated from. */
  paidCents: number
  /** The price of the whole order. Absent if it was paid at once, and in older rows. */
  priceCents?: number
  earlierCents: number
  stages: number
  stagesDone: number
  costsCents: number
}

/** A customer's request for a refund. `cancelled`: the order was cancelled in time, without a decision. */
export class RefundRequest extends Model {
  static override tableName = 'refund_requests'

  declare id: number
  declare orderId: number
  declare authorId: number
  declare reason: string
  declare workGoesOn: boolean
  declare askedCents: number
  /** The order's currency, also of `offer`. Filled in by the database. */
  declare currency: string
  declare state: 'open' | 'offered' | 'declined' | 'refunded' | 'withdrawn' | 'cancelled'
  declare version: number
  declare dueAt: Date
  /** Why `dueAt` differs from the date that the policy promises, in words for the customer. */
  declare dueReason: string
  declare offer: Offer | null
  declare answer: string
  declare decidedById: number | null
  declare decidedAt: Date | null
  declare secondLookAt: Date | null
  declare secondReason: string
  declare refundId: number | null
  declare createdAt: Date
  declare closedAt: Date | null
  declare order?: Order

  static override relationMappings = () => ({
    order: belongsTo(Order, 'refund_requests.orderId'),
  })
}
