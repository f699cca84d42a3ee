import { Model } from 'objection'

/** Access that a customer gives for the work on an order, until that work ends. */
export class OrderAccess extends Model {
  static override tableName = 'order_access'

  /** A UUID. */
  declare id: string
  declare orderId: number
  declare kind: 'hosting' | 'cms' | 'domain' | 'other'
  /** Encrypted for this row of this order alone. */
  declare sealedData: Buffer
  /** Which session secret it is encrypted under. */
  declare keyId: string
  declare createdAt: Date
}
