import { Model } from 'objection'
import type { Buyer } from '#db/models/people/buyer.ts'

/** A browser that opened an order's payment from a mailed link, and the data entered there. */
export class OrderPayer extends Model {
  static override tableName = 'order_payers'
  static override idColumn = ['orderId', 'browserHash']
  static override jsonAttributes = ['buyer']

  declare orderId: number
  /** SHA-256 of the browser's cookie. */
  declare browserHash: Buffer
  /** The hash of the password chosen there. It takes effect once this browser reports the payment. */
  declare passwordHash: string | null
  /** The buyer's details for an offer's order. The order gets them once {@link providerOrderId} is paid. */
  declare buyer: Buyer | null
  declare reference: string | null
  /** The provider order that this browser opened for an offer's order. */
  declare provider: string | null
  declare providerOrderId: string | null
  declare createdAt: Date
}
