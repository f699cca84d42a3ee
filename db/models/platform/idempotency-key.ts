import { Model } from 'objection'

/** A call made with an Idempotency-Key, and its response. */
export class IdempotencyKey extends Model {
  static override tableName = 'idempotency_keys'
  static override idColumn = ['caller', 'route', 'key']
  static override jsonAttributes = ['response']

  declare caller: string
  declare route: string
  declare key: string
  declare fingerprint: Buffer
  declare lockToken: string
  declare lockedUntil: Date
  /** Null while the call runs, or after it was aborted. */
  declare status: number | null
  declare response: Record<string, unknown> | null
  declare createdAt: Date
}
