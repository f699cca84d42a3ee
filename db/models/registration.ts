import { Model } from 'objection'
import { Package } from './package.ts'
import { User } from './user.ts'

export class Registration extends Model {
  static override tableName = 'registrations'

  declare id: number
  declare packageId: number
  declare userId: number | null
  declare firstName: string
  declare lastName: string
  declare email: string
  /** Until the account is made; null from then on. */
  declare passwordHash: string | null
  declare phone: string
  declare company: string
  declare jobTitle: string
  declare address: string
  declare city: string
  declare state: string
  declare country: string
  declare zipCode: string
  declare taxId: string | null
  declare createdAt: Date
  declare package?: Package
  declare user?: User

  static override relationMappings = () => ({
    package: {
      relation: Model.BelongsToOneRelation,
      modelClass: Package,
      join: { from: 'registrations.packageId', to: 'packages.id' },
    },
    user: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'registrations.userId', to: 'users.id' },
    },
  })
}
