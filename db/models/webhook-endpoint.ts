import { Model } from 'objection'

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
