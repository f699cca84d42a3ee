import { BuyerModel } from './buyer.ts'
import { Package } from './package.ts'
import { belongsTo } from './relation.ts'
import { User } from './user.ts'

export class Registration extends BuyerModel {
  static override tableName = 'registrations'

  declare id: number
  declare packageId: number
  declare userId: number | null
  /** Null after the account is made. */
  declare passwordHash: string | null
  /** When the e-mail was verified, by paying through a mailed link. */
  declare emailVerifiedAt: Date | null
  declare createdAt: Date
  declare package?: Package
  declare user?: User

  static override relationMappings = () => ({
    package: belongsTo(Package, 'registrations.packageId'),
    user: belongsTo(User, 'registrations.userId'),
  })
}
