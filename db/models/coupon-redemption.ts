import { Model } from 'objection'
import { Coupon } from './coupon.ts'
import { Order } from './order.ts'

export class CouponRedemption extends Model {
  static override tableName = 'coupon_redemptions'

  declare id: number
  declare couponId: number
  declare orderId: number
  declare emailKey: string
  declare status: 'reserved' | 'redeemed' | 'released'
  declare createdAt: Date
  declare updatedAt: Date
  declare coupon?: Coupon
  declare order?: Order

  static override relationMappings = () => ({
    coupon: {
      relation: Model.BelongsToOneRelation,
      modelClass: Coupon,
      join: { from: 'coupon_redemptions.couponId', to: 'coupons.id' },
    },
    order: {
      relation: Model.BelongsToOneRelation,
      modelClass: Order,
      join: { from: 'coupon_redemptions.orderId', to: 'orders.id' },
    },
  })
}
