import { Model } from 'objection'
import type { Buyer } from '#db/models/people/buyer.ts'

/** A browser that opened the payment of an order by a mailed link, with what was typed there. */
export class OrderPayer extends Model {
  static override tableName = 'order_payers'
  static override idColumn = ['orderId', 'browserHash']
  static override jsonAttributes = ['buyer']

  declare orderId: number
  /** SHA-256 of the browser's cookie. */
  declare browserHash: Buffer
  /** Of the password that was chosen there. It counts once this browser reports the payment. */
  declare passwordHash: string | null
  /** The details for an offer's order. They become those of the order once {@link providerOrderId} is paid. */
  declare buyer: Buyer | null
  declare reference: string | null
  /** What this browser opened of an offer's order. */
  declare provider: string | null
  declare providerOrderId: string | null
  declare createdAt: Date
}
