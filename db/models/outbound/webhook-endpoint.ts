import { Model } from 'objection'
import { belongsTo } from '#db/models/platform/relation.ts'

/** A URL that receives signed webhooks about events. */
export class WebhookEndpoint extends Model {
  static override tableName = 'webhook_endpoints'

  declare id: number
  declare url: string
  declare events: string[]
  declare sealedSecret: Buffer
  /** The secret before the last rotation. Messages are signed with both until `formerUntil`. */
  declare sealedFormerSecret: Buffer | null
  declare formerUntil: Date | null
  declare createdAt: Date
  /** The time of the first failure since the last success. */
  declare failingSince: Date | null
  declare disabledAt: Date | null
  /** `failing` and `gone`: disabled automatically. */
  declare disabledAs: 'admin' | 'failing' | 'gone' | null
}

/** One message to one endpoint, with the state of its delivery. */
export class WebhookMessage extends Model {
  static override tableName = 'webhook_messages'

  declare id: number
  declare endpointId: number
  /** Such as `msg_…`; the same for all attempts. */
  declare messageId: string
  declare event: string
  declare payload: object
  declare state: 'waiting' | 'delivered' | 'failed'
  declare attempts: number
  declare createdAt: Date
  declare triedAt: Date | null
  declare nextTryAt: Date | null
  /** Null: no response. */
  declare responseStatus: number | null
  /** The beginning of the response, or why there was none. */
  declare response: string | null
  declare endpoint?: WebhookEndpoint

  static override relationMappings = () => ({
    endpoint: belongsTo(WebhookEndpoint, 'webhook_messages.endpointId'),
  })
}
