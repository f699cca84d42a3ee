import { Model } from 'objection'
import { Order } from './order.ts'

export class OrderAnswer extends Model {
  static override tableName = 'order_answers'
  static override idColumn = ['orderId', 'questionId']

  declare orderId: number
  declare questionId: number
  declare question: string
  declare answer: string
  declare createdAt: Date
  declare updatedAt: Date
  declare order?: Order

  static override relationMappings = () => ({
    order: {
      relation: Model.BelongsToOneRelation,
      modelClass: Order,
      join: { from: 'order_answers.orderId', to: 'orders.id' },
    },
  })
}
