import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Package } from './package.ts'

export class Coupon extends Model {
  static override tableName = 'coupons'

  declare id: number
  declare code: string
  declare discountType: 'percentage' | 'fixed'
  /** Hundredths of a percent for `percentage`, minor units of its currency for `fixed`. */
  declare discountHundredths: number
  declare currency: string
  /** A fixed discount in other currencies: minor units by currency code. */
  declare otherAmounts: Record<string, number>
  declare status: 'active' | 'inactive'
  declare usedCount: number
  declare usageLimit: number | null
  declare expiresAt: Date | null
  declare newCustomersOnly: boolean
  declare packageId: number | null
  /** True: created by the exit offer. False: created by an admin. */
  declare isExitOffer: boolean
  /** The only user who may use it; null: anybody. */
  declare ownerId: number | null
  declare createdAt: Date
  declare package?: Package
  declare owner?: User | null

  static override relationMappings = () => ({
    package: belongsTo(Package, 'coupons.packageId'),
    owner: belongsTo(User, 'coupons.ownerId'),
  })
}
