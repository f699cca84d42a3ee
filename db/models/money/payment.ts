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
