import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** A new promised date set by the team. */
export class OrderDate extends Model {
  static override tableName = 'order_dates'

  declare id: number
  declare orderId: number
  declare authorId: number
  declare oldAt: Date
  declare newAt: Date
  /** Written for the customer. Empty once erased. */
  declare reason: string
  declare createdAt: Date
  declare author?: User

  static override relationMappings = () => ({
    author: belongsTo(User, 'order_dates.authorId'),
  })
}
