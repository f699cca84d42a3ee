import { Model } from 'objection'
import { WebhookEndpoint } from './webhook-endpoint.ts'

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
    endpoint: {
      relation: Model.BelongsToOneRelation,
      modelClass: WebhookEndpoint,
      join: { from: 'webhook_deliveries.endpointId', to: 'webhook_endpoints.id' },
    },
  })
}
