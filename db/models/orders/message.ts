import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Order } from './order.ts'

/** A message in an order's conversation, or an internal note of the team. */
export class Message extends Model {
  static override tableName = 'order_messages'

  /** Negative: a copy of a staff note from before conversations existed. */
  declare id: number
  declare orderId: number
  declare authorId: number
  declare authorRole: 'customer' | 'staff' | 'admin'
  declare isTeamOnly: boolean
  /** Whether it is a question of the team, who cannot continue without an answer. */
  declare isBlocking: boolean
  /** As typed. Empty once the message is withdrawn or erased. */
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
