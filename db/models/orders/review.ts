import { Model } from 'objection'
import { Package } from '#db/models/catalogue/package.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Order } from './order.ts'

export class Review extends Model {
  static override tableName = 'reviews'

  declare id: number
  declare packageId: number
  /** Null: imported. */
  declare orderId: number | null
  declare state: 'waiting' | 'shown' | 'hidden' | 'withdrawn'
  declare stateSince: Date
  declare naming: 'full' | 'initial' | 'company' | null
  declare version: number
  declare customerName: string
  declare customerRole: string
  declare customerCompany: string
  declare rating: number
  declare comment: string
  /** When it appears automatically. Null: an admin decides. */
  declare appearsAt: Date | null
  declare hiddenReason: 'insult' | 'personal_data' | 'off_topic' | 'advertising' | 'unlawful' | null
  /** The company's public reply. */
  declare reply: string
  declare repliedAt: Date | null
  /** When its order was refunded in full. */
  declare refundedAt: Date | null
  declare createdAt: Date
  declare package?: Package
  declare order?: Order

  static override relationMappings = () => ({
    package: belongsTo(Package, 'reviews.packageId'),
    order: belongsTo(Order, 'reviews.orderId'),
  })
}
