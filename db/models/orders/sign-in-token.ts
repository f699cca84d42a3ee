import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Order } from './order.ts'

/** A single-use token that signs in the browser that has paid. */
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
    user: belongsTo(User, 'sign_in_tokens.userId'),
    order: belongsTo(Order, 'sign_in_tokens.orderId'),
  })
}
