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
  /** The status of the work, apart from its payment. */
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
  /** SHA-256 of the password hash from the purchase form; null if the buyer was signed in. */
  declare passwordDigest: Buffer | null
  /** The website whose embedded frame placed the order; null: the shop itself. */
  declare embedOrigin: string | null
  /** The accepted offer that it came from. */
  declare offerId: number | null
  declare createdAt: Date
  declare paidAt: Date | null
  /** Null: not completed, or completed before this column existed. */
  declare completedAt: Date | null
  /** When the customer was asked for a review. */
  declare reviewAskedAt: Date | null
  /** The promised delivery time. Null until the order is paid, and for old orders, which did not store it. */
  declare promisedAt: Date | null
  /** The original promised date, if the team has set another one. Waiting moves both. */
  declare firstPromisedAt: Date | null
  /** What has paused the promised date, and since when. Null: not paused. */
  declare waitingFor: 'answers' | 'delivery' | 'refund_request' | 'question' | null
  declare waitingSince: Date | null
  /** How many business days of ended pauses the dates were moved by. */
  declare waitedDays: number
  /** When the team asked a blocking question; null once it is answered. */
  declare questionAt: Date | null
  /** When the last required answer arrived. */
  declare answersInAt: Date | null
  /** Since when the customer has been waiting for a reply from the team. */
  declare awaitsReplySince: Date | null
  /** How many changes to a delivery the price includes; null: no limit is counted. */
  declare includedChanges: number | null
  /** Where the latest delivery stands. Null: nothing delivered, or the order is closed. */
  declare workState: 'delivered' | 'change_asked' | 'in_rework' | 'warranty' | null
  /** When the delivery is accepted automatically, unless something open stops that. */
  declare acceptBy: Date | null
  /** When the customer was told that the order's files will be deleted in a month. */
  declare filesNoticeAt: Date | null
  /** When it became due for an admin to phone the customer about missing answers. */
  declare callDueAt: Date | null
  /** When an admin may close the order, unless the customer gets in touch before. */
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

/** SQL: the amount captured for a row of `orders` that is not unpaid. */
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
  /** `mail`, `phone`, `last`: about missing answers; after `last` the order may be closed. `check`, `last_check`: to check a delivery. */
  declare reminder: 'mail' | 'phone' | 'last' | 'check' | 'last_check' | null
  /** The change that this one undoes. */
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
