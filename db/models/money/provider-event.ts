import { Model } from 'objection'

export class ProviderEvent extends Model {
  static override tableName = 'provider_events'

  declare id: number
  /** The sender, as in `payments.provider`. */
  declare provider: string
  declare eventId: string
  declare eventType: string
  declare payload: unknown
  declare providerPaymentId: string | null
  /** Set when the event is handled. Null: about no order, or handled before this column existed. */
  declare orderId: number | null
  declare receivedAt: Date
  declare processedAt: Date | null
  declare attempts: number
  declare lastError: string | null
}
