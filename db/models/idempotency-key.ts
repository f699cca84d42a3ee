import { Model } from 'objection'

/** A call made under a caller's key, and what it was answered. */
export class IdempotencyKey extends Model {
  static override tableName = 'idempotency_keys'
  static override idColumn = ['caller', 'route', 'key']
  static override jsonAttributes = ['answer']

  declare caller: string
  declare route: string
  declare key: string
  declare fingerprint: Buffer
  declare lockToken: string
  declare lockedUntil: Date
  /** null: it is being worked on, or the last try was broken off. */
  declare status: number | null
  declare answer: Record<string, unknown> | null
  declare createdAt: Date
}
