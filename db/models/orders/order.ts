import { Model, type Pojo } from 'objection'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { type Buyer, fillBuyer } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Registration } from './registration.ts'

/** A policy that the buyer accepted. */
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
  /** The buyer's own number of it, such as that of a purchase order. */
  declare reference: string | null
  /** Null for old orders, which did not record it. */
  declare acceptedPolicies: AcceptedPolicy[] | null
  declare originalCents: number
  declare discountCents: number
  declare amountCents: number
  /** Of all its amounts, as ISO 4217 has it. */
  declare currency: string
  /** Rupees per dollar at the time of the order. As text, because the column is numeric. */
  declare usdInrRate: string
  declare couponId: number | null
  declare couponCode: string | null
  /** The status of the work. */
  declare status: 'pending' | 'processing' | 'completed' | 'cancelled'
  declare paymentStatus: 'unpaid' | 'part_paid' | 'paid' | 'refunded'
  /** The shop's id for the order at the payment provider, at most 40 characters. */
  declare receipt: string
  /** Where it is to be paid, as `payments.provider` names it. */
  declare provider: string
  declare providerOrderId: string | null
  /** Whether it is paid in the parts of `order_parts`; the provider's order is then that of the first. */
  declare isInParts: boolean
  /** SHA-256 of the cookie of the browser that placed the order; null for old orders, before there was one. */
  declare browserHash: Buffer | null
  /** SHA-256 of the password hash from the purchase form; null if the buyer was signed in. */
  declare passwordDigest: Buffer | null
  /** The website with the purchase frame; null for the shop itself. */
  declare embedOrigin: string | null
  /** The accepted offer that it was made of. */
  declare offerId: number | null
  declare createdAt: Date
  declare paidAt: Date | null
  /** Null: not completed, or completed before this was recorded. */
  declare completedAt: Date | null
  /** When its customer was asked for a review. */
  declare reviewAskedAt: Date | null
  /** The promised time of delivery; null before the payment, and for old orders, which did not store it. */
  declare promisedAt: Date | null
  /** The first promised date, where the team has set another one. Waiting moves both. */
  declare firstPromisedAt: Date | null
  /** What its promised date waits for, and since when it stands still. Null while it runs. */
  declare waitingFor: 'answers' | 'delivery' | 'refund_request' | 'question' | null
  declare waitingSince: Date | null
  /** By how many business days waiting has moved its dates, what is open not counted. */
  declare waitedDays: number
  /** When the team asked what it cannot go on without; null once it is answered. */
  declare questionAt: Date | null
  /** When the last missing required answer came in. */
  declare answersInAt: Date | null
  /** Since when the customer waits for a reply of the team. */
  declare awaitsReplySince: Date | null
  /** How many changes of a delivery are in the price; null: uncounted. */
  declare includedChanges: number | null
  /** Of what is delivered, beside the status. Null: nothing is, or the order is over. */
  declare workState: 'delivered' | 'change_asked' | 'in_rework' | 'warranty' | null
  /** When what is delivered is accepted by time, unless something open stops that. */
  declare acceptBy: Date | null
  /** When its customer was told that its files go in a month. */
  declare filesNoticeAt: Date | null
  /** Since when an admin is to call the customer about missing answers. */
  declare callDueAt: Date | null
  /** From when on an admin may close the order, unless its customer says something before. */
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

  /** Whether the customer was erased. */
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

/** SQL: what was captured for a row of `orders` that is not unpaid. */
export const PAID_CENTS = `CASE WHEN orders.is_in_parts
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
  /** Of missing answers: by mail, by phone, or the last one before the order may be closed. Of a delivery: to check it, and the last one. */
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
