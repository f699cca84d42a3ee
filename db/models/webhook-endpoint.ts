import { Model } from 'objection'
import { belongsTo } from './relation.ts'

/** An address that is told of events by signed webhooks. */
export class WebhookEndpoint extends Model {
  static override tableName = 'webhook_endpoints'

  declare id: number
  declare url: string
  declare events: string[]
  declare sealedSecret: Buffer
  /** Signs beside the secret until `formerUntil`. */
  declare sealedFormerSecret: Buffer | null
  declare formerUntil: Date | null
  declare createdAt: Date
  /** The first try that failed since one succeeded. */
  declare failingSince: Date | null
  declare disabledAt: Date | null
  /** failing and gone: by the shop itself. */
  declare disabledAs: 'admin' | 'failing' | 'gone' | null
}

/** One message to one endpoint. */
export class WebhookDelivery extends Model {
  static override tableName = 'webhook_deliveries'

  declare id: number
  declare endpointId: number
  /** `msg_…`, the same for all tries. */
  declare messageId: string
  declare event: string
  declare payload: object
  declare state: 'waiting' | 'delivered' | 'failed'
  declare attempts: number
  declare createdAt: Date
  declare triedAt: Date | null
  declare nextTryAt: Date | null
  /** Null where nobody responded. */
  declare responseStatus: number | null
  /** The beginning of the response, or why there was none. */
  declare response: string | null
  declare endpoint?: WebhookEndpoint

  static override relationMappings = () => ({
    endpoint: belongsTo(WebhookEndpoint, 'webhook_deliveries.endpointId'),
  })
}
