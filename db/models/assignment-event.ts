import { Model } from 'objection'
import { StaffAssignment } from './staff-assignment.ts'
import { User } from './user.ts'

export class AssignmentEvent extends Model {
  static override tableName = 'assignment_events'

  declare id: number
  declare assignmentId: number
  declare fromStatus: string | null
  declare toStatus: string
  declare actorId: number | null
  /** The step that this one took back. */
  declare undoesId: number | null
  declare createdAt: Date
  declare assignment?: StaffAssignment
  declare actor?: User

  static override relationMappings = () => ({
    assignment: {
      relation: Model.BelongsToOneRelation,
      modelClass: StaffAssignment,
      join: { from: 'assignment_events.assignmentId', to: 'staff_assignments.id' },
    },
    actor: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'assignment_events.actorId', to: 'users.id' },
    },
  })
}
