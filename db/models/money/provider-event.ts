import { Model } from 'objection'

export class WebhookEvent extends Model {
  static override tableName = 'webhook_events'

  declare id: number
  /** Who sent it, as `payments.provider` names it. */
  declare provider: string
  declare eventId: string
  declare eventType: string
  declare payload: unknown
  declare providerPaymentId: string | null
  /** Known once it was handled. Null for one about no order, and for one handled before this was stored. */
  declare orderId: number | null
  declare receivedAt: Date
  declare processedAt: Date | null
  declare attempts: number
  declare lastError: string | null
}
