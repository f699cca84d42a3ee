import { Model } from 'objection'
import { Order } from './order.ts'
import { User } from './user.ts'

export class StaffAssignment extends Model {
  static override tableName = 'staff_assignments'

  declare id: number
  declare orderId: number
  declare staffId: number
  declare assignedById: number
  declare status: 'assigned' | 'in_progress' | 'completed'
  declare notes: string
  declare assignedAt: Date
  declare order?: Order
  declare staff?: User
  declare assignedBy?: User

  static override relationMappings = () => ({
    order: {
      relation: Model.BelongsToOneRelation,
      modelClass: Order,
      join: { from: 'staff_assignments.orderId', to: 'orders.id' },
    },
    staff: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'staff_assignments.staffId', to: 'users.id' },
    },
    assignedBy: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'staff_assignments.assignedById', to: 'users.id' },
    },
  })
}
