import { Model } from 'objection'
import { StaffAssignment } from './staff-assignment.ts'
import { User } from './user.ts'

export class AssignmentNote extends Model {
  static override tableName = 'assignment_notes'

  declare id: number
  declare assignmentId: number
  declare authorId: number
  declare note: string
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
