import { Model, type Pojo } from 'objection'
import { type Buyer, fillBuyer } from './buyer.ts'
import { Coupon } from './coupon.ts'
import { Package } from './package.ts'
import { Registration } from './registration.ts'
import { belongsTo } from './relation.ts'
import { User } from './user.ts'

/** The text that the buyer accepted. */
interface AcceptedPolicy {
  policy: 'terms-of-service' | 'refund-policy'
  /** The date at the top of the policy. */
  version: string
  /** Of the text, in hexadecimal digits. */
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
  /** As they were when they ordered. */
  declare buyer: Buyer
  /** Of the terms and the refund policy; null for orders from before this was recorded. */
  declare acceptedPolicies: AcceptedPolicy[] | null
  declare originalCents: number
  declare discountCents: number
  declare amountCents: number
  declare currency: 'USD'
  /** Rupees a dollar when the order was made; numeric, so text. */
  declare usdInrRate: string
  declare couponId: number | null
  declare couponCode: string | null
  /** Of the work. */
  declare status: 'pending' | 'processing' | 'completed' | 'cancelled'
  /** Of the money. */
  declare paymentStatus: 'unpaid' | 'paid' | 'refunded'
  /** Our name for the order at the payment provider, at most 40 characters. */
  declare receipt: string
  declare providerOrderId: string | null
  /** Of the cookie of the browser that placed it, SHA-256; null for orders from before there was one. */
  declare browserHash: Buffer | null
  /** SHA-256 of the stored hash of the password that its form gave; null where somebody signed in ordered. */
  declare passwordDigest: Buffer | null
  /** Of the website that it was bought on; null: in the shop itself. */
  declare embedOrigin: string | null
  declare createdAt: Date
  declare paidAt: Date | null
  /** For when it is promised; null until it is paid, and for orders from before it was stored. */
  declare promisedAt: Date | null
  /** When the last required answer came in, if it was missing before. */
  declare answersInAt: Date | null
  /** When reconciliation last looked the order up at the provider. */
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

  /** Its customer was erased: nobody is left whom it could be for. */
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
  /** The change that this one took back. */
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
