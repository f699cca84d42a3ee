import { Model } from 'objection'

/** What of an order is paid at a time. An order that is paid at once has none. The database refuses a change of a paid one. */
export class OrderPart extends Model {
  static override tableName = 'order_parts'
  static override idColumn = ['orderId', 'position']

  declare orderId: number
  /** From 1, in the order in which they are paid. */
  declare position: number
  declare label: string
  declare amountCents: number
  declare currency: string
  /** After what it is due. */
  declare due: 'purchase' | 'delivered' | 'accepted'
  /** Since when it is due. */
  declare dueAt: Date | null
  declare state: 'waiting' | 'due' | 'paid' | 'lapsed' | 'written_off'
  /** Where it is paid. The first part has those of its order. */
  declare provider: string | null
  declare providerOrderId: string | null
  /** When its payment was last opened. */
  declare openedAt: Date | null
  /** For how many days it was due when its customer was last reminded. */
  declare remindedDays: number
  declare paymentId: number | null
  declare paidAt: Date | null
}

/** A part in these states is still to be paid. */
export const OPEN_PART_STATES: OrderPart['state'][] = ['waiting', 'due']
