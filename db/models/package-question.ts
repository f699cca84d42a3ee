import { Model } from 'objection'
import { Package } from './package.ts'

export class PackageQuestion extends Model {
  static override tableName = 'package_questions'

  declare id: number
  declare packageId: number
  declare question: string
  declare questionType: 'text' | 'textarea'
  declare required: boolean
  declare position: number
  declare retiredAt: Date | null
  declare package?: Package

  static override relationMappings = () => ({
    package: {
      relation: Model.BelongsToOneRelation,
      modelClass: Package,
      join: { from: 'package_questions.packageId', to: 'packages.id' },
    },
  })
}
