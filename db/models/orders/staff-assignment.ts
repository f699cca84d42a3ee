import { Model } from 'objection'
import { User } from '#db/models/people/user.ts'
import { belongsTo } from '#db/models/platform/relation.ts'
import { Order } from './order.ts'

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
    order: belongsTo(Order, 'staff_assignments.orderId'),
    staff: belongsTo(User, 'staff_assignments.staffId'),
    assignedBy: belongsTo(User, 'staff_assignments.assignedById'),
  })
}

export class AssignmentEvent extends Model {
  static override tableName = 'assignment_events'

  declare id: number
  declare assignmentId: number
  declare fromStatus: StaffAssignment['status'] | null
  declare toStatus: StaffAssignment['status']
  declare actorId: number | null
  /** The step that this one undoes. */
  declare undoesId: number | null
  declare createdAt: Date
  declare assignment?: StaffAssignment
  declare actor?: User

  static override relationMappings = () => ({
    assignment: belongsTo(StaffAssignment, 'assignment_events.assignmentId'),
    actor: belongsTo(User, 'assignment_events.actorId'),
  })
}
