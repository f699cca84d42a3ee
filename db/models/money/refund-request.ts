import { Model } from 'objection'
import { Order } from '#db/models/orders/order.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** What goes back as an admin has decided, in figures. The words stand beside it. */
export interface Offer {
  amountCents: number
  /** What the amount was worked out from. */
  paidCents: number
  /** Of the whole order; absent where it was paid at once, as it was always before. */
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
  /** Of its order, also in `offer`. The database fills it in. */
  declare currency: string
  declare state: 'open' | 'offered' | 'declined' | 'refunded' | 'withdrawn' | 'cancelled'
  declare version: number
  declare dueAt: Date
  /** Why it is not the date that the policy promises, in words for the customer. */
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
