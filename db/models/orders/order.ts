import { Model, type Pojo } from 'objection'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { type Buyer, fillBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Registration } from './registration.ts'

interface AcceptedPolicy {
  policy: 'terms-of-service' | 'refund-policy'
  /** The date at the top of the policy. */
  version: string
  /** The text's hash, in hexadecimal digits. */
  sha256: string
  acceptedAt: string
}

export class Order extends Model {
  static override tableName = 'orders'
  static override jsonAttributes = ['acceptedPolicies']

  declare id: number
  declare invoiceNumber: string
  declare packageId: number
  declare packageName: string
  declare deliveryDays: number
  declare userId: number | null
  declare registrationId: number | null
  /** The buyer at the time of the order. */
  declare buyer: Buyer
  /** The buyer's own reference, such as a purchase order number. */
  declare reference: string | null
  /** Null for old orders, which did not record them. */
  declare acceptedPolicies: AcceptedPolicy[] | null
  declare originalCents: number
  declare discountCents: number
  declare amountCents: number
  /** The ISO 4217 code for all of its amounts. */
  declare currency: string
  /** Rupees per dollar at the time of the order. As text, because the column is numeric. */
  declare usdInrRate: string
  declare couponId: number | null
  declare couponCode: string | null
  /** The status of the work. That of the payment is separate. */
  declare status: 'pending' | 'processing' | 'completed' | 'cancelled'
  declare paymentStatus: 'unpaid' | 'instalment_paid' | 'paid' | 'refunded'
  /** The shop's id for the order at the payment provider, at most 40 characters. */
  declare receipt: string
  /** The payment provider, as in `payments.provider`. */
  declare provider: string
  declare providerOrderId: string | null
  /** Whether it is paid in instalments (`order_instalments`). `providerOrderId` is then that of the first instalment. */
  declare isInInstalments: boolean
  /** SHA-256 of the cookie of the browser that placed the order; null for old orders from before that cookie. */
  declare browserHash: Buffer | null
  /** SHA-256 of the hash of the password in the purchase form. Null: the buyer was signed in. */
  declare passwordDigest: Buffer | null
  /** The website on whose embedded form the order was placed. Null: on the shop's own pages. */
  declare embedOrigin: string | null
  /** The accepted offer that it came from. */
  declare offerId: number | null
  declare createdAt: Date
  declare paidAt: Date | null
  /** Null: not completed, or completed before this column existed. */
  declare completedAt: Date | null
  /** When the customer was asked for a review. */
  declare reviewAskedAt: Date | null
  /** The promised delivery date. Null until the order is paid, and for old orders, which did not store it. */
  declare promisedAt: Date | null
  /** The original promised date, if the team has set another one. A pause moves both dates. */
  declare firstPromisedAt: Date | null
  /** What has paused the promised date, and since when. Null: not paused. */
  declare waitingFor: 'answers' | 'delivery' | 'refund_request' | 'question' | null
  declare waitingSince: Date | null
  /** By how many business days both dates were moved, for all pauses that have ended. */
  declare waitedDays: number
  /** When the team asked a blocking question; null once it is answered. */
  declare questionAt: Date | null
  /** When the last required answer arrived. */
  declare answersInAt: Date | null
  /** Since when the customer has been waiting for a reply from the team. */
  declare awaitsReplySince: Date | null
  /** How many changes to a delivery the price includes. Null: changes are not counted. */
  declare includedChanges: number | null
  /** Where the latest delivery stands. Null: nothing delivered, or the order is closed. */
  declare workState: 'delivered' | 'change_asked' | 'in_rework' | 'warranty' | null
  /** When the delivery is accepted automatically, unless an unanswered message, a refund or a dispute stops that. */
  declare acceptBy: Date | null
  /** When the customer was told that the order's files will be deleted in a month. */
  declare filesNoticeAt: Date | null
  /** From when an admin should phone the customer about missing answers. */
  declare callDueAt: Date | null
  /** From when an admin may close the order, because the customer has not reacted to the last reminder. */
  declare silenceEndsAt: Date | null
  /** When the reconciliation last asked the provider about the order. */
  declare providerAskedAt: Date | null
  declare package?: Package
  declare user?: User
  declare registration?: Registration
  declare coupon?: Coupon

  override $parseDatabaseJson(row: Pojo): Pojo {
    const json = super.$parseDatabaseJson(row)
    return json.buyer ? { ...json, buyer: fillBuyer(json.buyer as Partial<Buyer>) } : json
  }

  get isFree(): boolean {
    return this.amountCents === 0
  }

  get isErased(): boolean {
    return this.buyer.email === ''
  }

  static override relationMappings = () => ({
    package: belongsTo(Package, 'orders.packageId'),
    user: belongsTo(User, 'orders.userId'),
    registration: belongsTo(Registration, 'orders.registrationId'),
    coupon: belongsTo(Coupon, 'orders.couponId'),
  })
}

/** SQL: the amount captured for a row of `orders`. The order must not be unpaid. */
export const PAID_CENTS = `CASE WHEN orders.is_in_instalments
  THEN (SELECT sum(p.amount_cents) FROM payments p WHERE p.order_id = orders.id AND p.fulfils_order)
  ELSE orders.amount_cents END`

export class OrderEvent extends Model {
  static override tableName = 'order_events'

  declare id: number
  declare orderId: number
  declare kind: 'status' | 'payment_status' | 'note'
  declare fromValue: string | null
  declare toValue: string | null
  declare actorKind: 'customer' | 'staff' | 'admin' | 'system' | 'provider'
  declare actorId: number | null
  declare note: string | null
  /**
   * `mail`, `phone` and `last` remind of missing answers: some time after `last`, the order may be closed. `check` and
   * `last_check` remind of a delivery to check.
   */
  declare reminder: 'mail' | 'phone' | 'last' | 'check' | 'last_check' | null
  /** The id of the event that this one undoes. */
  declare undoesId: number | null
  declare createdAt: Date
  declare order?: Order
  declare actor?: User

  static override relationMappings = () => ({
    order: belongsTo(Order, 'order_events.orderId'),
    actor: belongsTo(User, 'order_events.actorId'),
  })
}

export class OrderAnswer extends Model {
  static override tableName = 'order_answers'
  static override idColumn = ['orderId', 'questionId']

  declare orderId: number
  declare questionId: number
  declare question: string
  declare answer: string
  declare createdAt: Date
  declare updatedAt: Date
  declare order?: Order

  static override relationMappings = () => ({
    order: belongsTo(Order, 'order_answers.orderId'),
  })
}

export class CouponRedemption extends Model {
  static override tableName = 'coupon_redemptions'

  declare id: number
  declare couponId: number
  declare orderId: number
  declare emailKey: string
  declare status: 'reserved' | 'redeemed' | 'released'
  declare createdAt: Date
  declare updatedAt: Date
  declare coupon?: Coupon
  declare order?: Order

  static override relationMappings = () => ({
    coupon: belongsTo(Coupon, 'coupon_redemptions.couponId'),
    order: belongsTo(Order, 'coupon_redemptions.orderId'),
  })
}
