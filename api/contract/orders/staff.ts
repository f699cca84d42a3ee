/** Assignments of orders to staff: the list of staff, and their work. */
import * as z from 'zod'
import { Package } from '#api/contract/catalogue/catalogue.ts'
import { User } from '#api/contract/people/auth.ts'
import { Id, IdFilter, listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { PersonName } from '#api/contract/platform/person-name.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { STAFF_CONTACT_DAYS } from '#api/rules/periods.ts'
import { ASSIGNMENT_STATUSES } from '#api/rules/status-labels.ts'
import { DeliveredFiles, LONGEST_DELIVERY_NOTE, WebAddress } from './deliveries.ts'
import { Order, ReadyTo } from './orders.ts'

export const STAFF_SORTS = ['firstName', 'email', 'createdAt', 'open', 'completed'] as const

export const StaffListQuery = z.object(listParameters(STAFF_SORTS, 'firstName'))
export type StaffListQuery = z.infer<typeof StaffListQuery>

/** A staff member with the number of their assignments by state. `open`: not completed yet. */
export const StaffMember = User.pick({
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  jobTitle: true,
  isAdmin: true,
  createdAt: true,
}).extend({ assigned: z.int(), inProgress: z.int(), completed: z.int(), open: z.int() })
export type StaffMember = z.infer<typeof StaffMember>

export const ReassignBody = z.object({ staffId: Id })
export type ReassignBody = z.infer<typeof ReassignBody>

export const AssignmentStatus = oneOf('status', ASSIGNMENT_STATUSES)
export type AssignmentStatus = z.infer<typeof AssignmentStatus>

/** The order as staff see it, without money and address. `packageName` and `deliveryDays` are those at the time of the order. */
const AssignedOrder = Order.pick({
  id: true,
  invoiceNumber: true,
  status: true,
  createdAt: true,
  paidAt: true,
  packageName: true,
  deliveryDays: true,
  promisedBy: true,
  firstPromisedBy: true,
  awaitsAnswers: true,
  waitsFor: true,
  workState: true,
}).extend({
  readyTo: ReadyTo,
  awaitsReplySince: z.string().nullable().describe('since when its customer waits for a reply of the team'),
  askedAt: z.string().nullable().describe('when the team last wrote, if the customer has not written since'),
  package: Package.pick({
    id: true,
    slug: true,
    name: true,
    category: true,
    description: true,
    imageUrl: true,
    deliveryDays: true,
  }),
  answers: z
    .object({
      asked: z.int(),
      answered: z.int(),
      requiredOpen: z.int(),
      missing: z.array(z.string()).describe('required questions without an answer'),
      skipped: z.array(z.string()).describe('optional questions without an answer'),
    })
    .describe('to the questions that the package asks today'),
  user: User.pick({ firstName: true, lastName: true, email: true, phone: true, company: true })
    .extend({ id: z.int().nullable().describe('null where nobody has proved the address of a guest yet') })
    .describe(
      `staff get empty email, phone and company from ${STAFF_CONTACT_DAYS} days after they have completed the work`,
    ),
})

export const StaffAssignment = z.object({
  id: z.int(),
  status: AssignmentStatus,
  assignedAt: z.string(),
  notes: z.string().describe('what the admin wrote when assigning'),
  order: AssignedOrder,
  assignedByUser: PersonName,
})
export type StaffAssignment = z.infer<typeof StaffAssignment>

export const ChangeAssignmentStatusBody = z
  .object({
    status: AssignmentStatus,
    deliveryNote: z
      .optional(boundedText({ max: LONGEST_DELIVERY_NOTE, label: 'Delivery note', isLong: true }))
      .describe('for the customer: what was delivered. With completed alone'),
    deliveryLink: z.optional(WebAddress).describe('to what was delivered. With completed alone'),
    deliveryFileIds: DeliveredFiles.describe('complete uploads that are delivered. With completed alone'),
  })
  .refine(
    ({ status, deliveryNote, deliveryLink, deliveryFileIds }) =>
      status === 'completed' || !(deliveryNote || deliveryLink || deliveryFileIds?.length),
    {
      path: ['deliveryNote'],
      message: 'Only completed work can be delivered',
    },
  )
export type ChangeAssignmentStatusBody = z.infer<typeof ChangeAssignmentStatusBody>

export const AdminAssignment = StaffAssignment.extend({ staff: PersonName.extend({ email: z.string() }) })
export type AdminAssignment = z.infer<typeof AdminAssignment>

export const CreateAssignmentBody = z.object({
  staffId: Id,
  orderId: Id,
  notes: z.optional(boundedText({ max: 2000, label: 'Notes', isLong: true })),
})
export type CreateAssignmentBody = z.infer<typeof CreateAssignmentBody>

export const ASSIGNMENT_SORTS = ['assignedAt', 'status'] as const

export const AssignmentListQuery = z.object({
  ...listParameters(ASSIGNMENT_SORTS, '-assignedAt'),
  status: AssignmentStatus.optional().describe('only assignments with this status'),
  staffId: IdFilter.optional().describe('only assignments of this member of staff'),
  orderId: IdFilter.optional().describe('only assignments to this order'),
})
export type AssignmentListQuery = z.infer<typeof AssignmentListQuery>
