import { Model } from 'objection'
import { Package } from './package.ts'

export class Review extends Model {
  static override tableName = 'reviews'

  declare id: number
  declare packageId: number
  declare customerName: string
  declare customerRole: string
  declare customerCompany: string
  declare rating: number
  declare comment: string
  declare createdAt: Date
  declare package?: Package

  static override relationMappings = () => ({
    package: {
      relation: Model.BelongsToOneRelation,
      modelClass: Package,
      join: { from: 'reviews.packageId', to: 'packages.id' },
    },
  })
}
