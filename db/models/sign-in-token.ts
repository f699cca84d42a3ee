import { Model } from 'objection'
import { Order } from './order.ts'
import { User } from './user.ts'

export class SignInToken extends Model {
  static override tableName = 'sign_in_tokens'
  static override idColumn = 'tokenHash'

  declare tokenHash: Buffer
  declare userId: number
  declare orderId: number
  declare createdAt: Date
  declare expiresAt: Date
  declare usedAt: Date | null
  declare user?: User
  declare order?: Order

  static override relationMappings = () => ({
    user: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'sign_in_tokens.userId', to: 'users.id' },
    },
    order: {
      relation: Model.BelongsToOneRelation,
      modelClass: Order,
      join: { from: 'sign_in_tokens.orderId', to: 'orders.id' },
    },
  })
}
