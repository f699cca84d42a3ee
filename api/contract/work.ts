/** Staff: how much work each has, their notes, and handing work over. */
import * as z from 'zod'
import { User } from './auth.ts'
import { Id } from './ids.ts'
import { listParameters } from './paging.ts'
import { boundedText } from './text.ts'

export const PersonName = User.pick({ id: true, firstName: true, lastName: true })
export type PersonName = z.infer<typeof PersonName>

export const STAFF_SORTS = ['firstName', 'email', 'createdAt', 'open', 'completed'] as const

export const StaffListQuery = z.object(listParameters(STAFF_SORTS, 'firstName'))
export type StaffListQuery = z.infer<typeof StaffListQuery>

/** A staff member with the number of their assignments in each state. `open`: not completed yet. */
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

/** What a staff member wrote down about an assignment. */
export const StaffNote = z.object({
  id: z.int(),
  note: z.string().describe('empty where a delivery is a link alone'),
  isDelivery: z.boolean().describe('written when the work was completed; the customer reads it, too'),
  link: z.string().nullable().describe('of what was delivered'),
  author: PersonName,
  createdAt: z.string(),
})
export type StaffNote = z.infer<typeof StaffNote>

export const LONGEST_NOTE = 2000

export const AddNoteBody = z.object({
  note: boundedText({ min: 1, max: LONGEST_NOTE, label: 'Note', message: 'Note is required' }),
})
export type AddNoteBody = z.infer<typeof AddNoteBody>
