import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'

/** A new promised date that the team has set. */
export class OrderDate extends Model {
  static override tableName = 'order_dates'

  declare id: number
  declare orderId: number
  declare authorId: number
  declare oldAt: Date
  declare newAt: Date
  /** In words for the customer. Empty once it is erased. */
  declare reason: string
  declare createdAt: Date
  declare author?: User

  static override relationMappings = () => ({
    author: belongsTo(User, 'order_dates.authorId'),
  })
}
