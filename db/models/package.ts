import { Model } from 'objection'

export class Package extends Model {
  static override tableName = 'packages'

  declare id: number
  declare slug: string
  declare name: string
  declare description: string
  declare longDescription: string
  declare priceCents: number
  declare category: string
  declare imageUrl: string
  /** Empty: the picture only decorates. */
  declare imageAlt: string
  declare deliveryDays: number
  declare features: string[]
  declare whatYouGet: string[]
  declare whatYouDontGet: string[]
  declare isActive: boolean
  /** One more with each save that changes something. */
  declare version: number
  declare createdAt: Date
  declare updatedAt: Date
}
