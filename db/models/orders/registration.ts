import { Package } from '#db/models/catalogue/package.ts'
import { BuyerModel } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

export class Registration extends BuyerModel {
  static override tableName = 'registrations'

  declare id: number
  declare packageId: number
  declare userId: number | null
  /** Null once the account exists. */
  declare passwordHash: string | null
  /** When paying through a mailed link verified the e-mail address. */
  declare emailVerifiedAt: Date | null
  declare createdAt: Date
  declare package?: Package
  declare user?: User

  static override relationMappings = () => ({
    package: belongsTo(Package, 'registrations.packageId'),
    user: belongsTo(User, 'registrations.userId'),
  })
}
