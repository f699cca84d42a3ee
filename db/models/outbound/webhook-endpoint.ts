import { Model } from 'objection'
import { belongsTo } from '#db/models/platform/relation.ts'

/** A URL that gets signed webhooks about events. */
export class WebhookEndpoint extends Model {
  static override tableName = 'webhook_endpoints'

  declare id: number
  declare url: string
  declare events: string[]
  declare sealedSecret: Buffer
  /** Until `formerUntil` messages are signed with both secrets. */
  declare sealedFormerSecret: Buffer | null
  declare formerUntil: Date | null
  declare createdAt: Date
  /** The first failure since the last success. */
  declare failingSince: Date | null
  declare disabledAt: Date | null
  /** `failing` and `gone`: disabled by the shop itself. */
  declare disabledAs: 'admin' | 'failing' | 'gone' | null
}

/** A message to an endpoint. */
export class WebhookDelivery extends Model {
  static override tableName = 'webhook_deliveries'

  declare id: number
  declare endpointId: number
  /** Such as `msg_…`; the same for all tries. */
  declare messageId: string
  declare event: string
  declare payload: object
  declare state: 'waiting' | 'delivered' | 'failed'
  declare attempts: number
  declare createdAt: Date
  declare triedAt: Date | null
  declare nextTryAt: Date | null
  /** Null without a response. */
  declare responseStatus: number | null
  /** The beginning of the response, or why there was none. */
  declare response: string | null
  declare endpoint?: WebhookEndpoint

  static override relationMappings = () => ({
    endpoint: belongsTo(WebhookEndpoint, 'webhook_deliveries.endpointId'),
  })
}
