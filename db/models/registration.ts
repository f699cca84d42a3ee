import { BuyerModel } from './buyer.ts'
import { Package } from './package.ts'
import { belongsTo } from './relation.ts'
import { User } from './user.ts'

export class Registration extends BuyerModel {
  static override tableName = 'registrations'

  declare id: number
  declare packageId: number
  declare userId: number | null
  /** Until the account is made; null from then on. */
  declare passwordHash: string | null
  /** When the form's e-mail was proved by paying through the link of a mail. */
  declare emailVerifiedAt: Date | null
  declare createdAt: Date
  declare package?: Package
  declare user?: User

  static override relationMappings = () => ({
    package: belongsTo(Package, 'registrations.packageId'),
    user: belongsTo(User, 'registrations.userId'),
  })
}
