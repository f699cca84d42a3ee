import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import { ChangeAssignmentStatusBody, StaffAssignment } from '../../contract/staff.ts'
import { AddNoteBody } from '../../contract/work.ts'
import { getUser } from '../../plugins/guards.ts'
import { listOwnAssignments } from './assignment-list.ts'
import { addNote, changeAssignmentStatus, undoAssignmentStatus } from './own-assignment.ts'

export function assignmentRoutes(app: App, services: Services): void {
  const { db } = services

  app.get(
    '/staff/assignments',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listOwnAssignments',
        summary: 'Your assignments, newest first',
        description:
          'With the client and the answers to the package’s questions, without amounts or addresses.',
        response: { 200: z.array(StaffAssignment) },
      },
    },
    (request) => listOwnAssignments(db, getUser(request).id),
  )

  app.put(
    '/staff/assignments/:id/status',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'changeAssignmentStatus',
        summary: 'Start or complete an assignment of yours',
        description:
          'One step at a time: assigned, in_progress, completed. Starting moves a pending order to processing. Completing can deliver a note and a link, which the customer reads.',
        params: IdParams,
        body: ChangeAssignmentStatusBody,
        response: { 200: StaffAssignment },
      },
    },
    (request) =>
      changeAssignmentStatus(services, {
        id: request.params.id,
        staffId: getUser(request).id,
        ...request.body,
      }),
  )

  app.post(
    '/staff/assignments/:id/status/undo',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'undoAssignmentStatus',
        summary: 'Take your last step of an assignment back',
        description:
          'For ten seconds after starting or completing, and while nobody else has changed it. The status before counts again, the order’s, too, and no mail goes out.',
        params: IdParams,
        response: { 200: StaffAssignment },
      },
    },
    (request) => undoAssignmentStatus(services, { id: request.params.id, staffId: getUser(request).id }),
  )

  app.post(
    '/staff/assignments/:id/notes',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'addAssignmentNote',
        summary: 'Note something down about an assignment of yours',
        description: 'Admins read it, and nobody changes it afterwards.',
        params: IdParams,
        body: AddNoteBody,
        response: { 201: StaffAssignment },
      },
    },
    async (request, reply) => {
      const own = { id: request.params.id, staffId: getUser(request).id }
      return reply.status(201).send(await addNote(db, { ...own, note: request.body.note }))
    },
  )
}
