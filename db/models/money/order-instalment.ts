import { Model } from 'objection'

/** One installment of an order. An order that is paid at once has none. The database refuses to change a paid instalment. */
export class OrderInstalment extends Model {
  static override tableName = 'order_instalments'
  static override idColumn = ['orderId', 'position']

  declare orderId: number
  /** From 1, in the order of payment. */
  declare position: number
  declare label: string
  declare amountCents: number
  declare currency: string
  /** The event that makes it due. */
  declare due: 'purchase' | 'delivered' | 'accepted'
  declare dueAt: Date | null
  declare state: 'waiting' | 'due' | 'paid' | 'lapsed' | 'written_off'
  /** The payment provider and its order. The first instalment has those of the order itself. */
  declare provider: string | null
  declare providerOrderId: string | null
  /** When its checkout was last opened. */
  declare openedAt: Date | null
  /** How many days it had been due when the customer was last reminded. */
  declare remindedDays: number
  declare paymentId: number | null
  declare paidAt: Date | null
}
