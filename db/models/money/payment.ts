import { Model } from 'objection'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** The provider of payments by bank transfer. */
export const BANK = 'bank'

export class Payment extends Model {
  static override tableName = 'payments'

  declare id: number
  /** Null: the shop knows no order for it. */
  declare orderId: number | null
  /** The provider's name, 'none' for a free order, or 'bank' for a transfer that an admin has recorded. */
  declare provider: string
  /** For a transfer, the bank's reference. */
  declare providerPaymentId: string | null
  declare amountCents: number
  declare currency: string
  /** The amount after conversion to the currency of the provider account, before fees. Null if the provider does not report it. */
  declare baseCents: number | null
  declare baseCurrency: string | null
  declare status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  declare fulfilsOrder: boolean
  /** The order's instalment that it pays; null if the order is paid at once. */
  declare instalmentPosition: number | null
  /** Why an admin should check it: second_capture, coupon_over_limit, customer_erased, amount_mismatch, unknown_order. */
  declare flag: string | null
  /** For a transfer: the day it arrived, the proof of it, the tax withheld from the amount, and the admin who recorded it. */
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

  /** Whether it is a bank transfer, which the card provider does not know. */
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
