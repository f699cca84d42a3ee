import { Model } from 'objection'
import { StaffAssignment } from './staff-assignment.ts'
import { User } from './user.ts'

export class AssignmentNote extends Model {
  static override tableName = 'assignment_notes'

  declare id: number
  declare assignmentId: number
  declare authorId: number
  declare note: string
  /** Written when the work was completed, for the customer, too. */
  declare isDelivery: boolean
  /** Of a delivery alone. */
  declare link: string | null
  declare createdAt: Date
  declare assignment?: StaffAssignment
  declare author?: User

  static override relationMappings = () => ({
    assignment: {
      relation: Model.BelongsToOneRelation,
      modelClass: StaffAssignment,
      join: { from: 'assignment_notes.assignmentId', to: 'staff_assignments.id' },
    },
    author: {
      relation: Model.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'assignment_notes.authorId', to: 'users.id' },
    },
  })
}
