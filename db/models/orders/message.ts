import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Order } from './order.ts'

/** A message of an order's conversation, or a note of the team beside it. */
export class Message extends Model {
  static override tableName = 'order_messages'

  /** Below zero: a copy of a note of staff from before there were conversations. */
  declare id: number
  declare orderId: number
  declare authorId: number
  declare authorRole: 'customer' | 'staff' | 'admin'
  declare isTeamOnly: boolean
  /** Of the team, who cannot go on without an answer. */
  declare isBlocking: boolean
  /** As it was typed. Empty once it is withdrawn or erased. */
  declare text: string
  declare key: string
  declare createdAt: Date
  declare editedAt: Date | null
  declare withdrawnAt: Date | null
  declare order?: Order
  declare author?: User

  static override relationMappings = () => ({
    order: belongsTo(Order, 'order_messages.orderId'),
    author: belongsTo(User, 'order_messages.authorId'),
  })
}
