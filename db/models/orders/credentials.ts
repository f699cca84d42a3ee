import { Model } from 'objection'

/** Credentials that a customer shares for the work on an order. They are deleted when that work ends. */
export class OrderCredentials extends Model {
  static override tableName = 'order_credentials'

  /** A UUID. */
  declare id: string
  declare orderId: number
  declare kind: 'hosting' | 'cms' | 'domain' | 'other'
  /** Encrypted, and bound to this row and order. */
  declare sealedData: Buffer
  /** The id of the session secret that it is encrypted with. */
  declare keyId: string
  declare createdAt: Date
}
