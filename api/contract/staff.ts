import * as z from 'zod'
import { User } from './auth.ts'
import { Package } from './catalogue.ts'
import { Id } from './ids.ts'
import { Order, ReadyTo } from './orders.ts'
import { IdFilter, listParameters } from './paging.ts'
import { boundedText } from './text.ts'
import { PersonName, StaffNote } from './work.ts'

export const ASSIGNMENT_STATUSES = ['assigned', 'in_progress', 'completed'] as const
export const AssignmentStatus = z.enum(
  ASSIGNMENT_STATUSES,
  `status must be one of ${ASSIGNMENT_STATUSES.join(', ')}`,
)
export type AssignmentStatus = z.infer<typeof AssignmentStatus>

/** The order as staff see it: no money, no address. `packageName` and `deliveryDays` are those of the moment it was ordered. */
const AssignedOrder = Order.pick({
  id: true,
  invoiceNumber: true,
  status: true,
  createdAt: true,
  paidAt: true,
  packageName: true,
  deliveryDays: true,
  promisedBy: true,
  awaitsAnswers: true,
}).extend({
  readyTo: ReadyTo,
  package: Package.pick({
    id: true,
    slug: true,
    name: true,
    category: true,
    description: true,
    imageUrl: true,
    deliveryDays: true,
  }),
  user: User.pick({ id: true, firstName: true, lastName: true, email: true, company: true }),
})

export const StaffAssignment = z.object({
  id: z.int(),
  status: AssignmentStatus,
  assignedAt: z.string(),
  notes: z.string().meta({ description: 'what the admin wrote when assigning' }),
  staffNotes: z.array(StaffNote).meta({ description: 'what staff wrote since, oldest first' }),
  order: AssignedOrder,
  assignedByUser: PersonName,
})
export type StaffAssignment = z.infer<typeof StaffAssignment>

export const ChangeAssignmentStatusBody = z.object({ status: AssignmentStatus })

/** An assignment as admins see it. */
export const AdminAssignment = StaffAssignment.extend({ staff: PersonName.extend({ email: z.string() }) })
export type AdminAssignment = z.infer<typeof AdminAssignment>

export const CreateAssignmentBody = z.object({
  staffId: Id,
  orderId: Id,
  notes: z.optional(boundedText({ max: 2000, label: 'Notes' })),
})
export type CreateAssignmentBody = z.infer<typeof CreateAssignmentBody>

export const ASSIGNMENT_SORTS = ['assignedAt', 'status'] as const

export const AssignmentListQuery = z.object({
  ...listParameters(ASSIGNMENT_SORTS, '-assignedAt'),
  status: AssignmentStatus.optional().meta({ description: 'only assignments with this status' }),
  staffId: IdFilter.optional().meta({ description: 'only assignments of this member of staff' }),
  orderId: IdFilter.optional().meta({ description: 'only assignments to this order' }),
})
export type AssignmentListQuery = z.infer<typeof AssignmentListQuery>
