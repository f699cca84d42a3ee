import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { AddNoteBody, ChangeAssignmentStatusBody, StaffAssignment } from '../../contract/assignments.ts'
import { IdParams } from '../../contract/lists.ts'
import { call } from '../../http/call.ts'
import { getUser } from '../../plugins/guards.ts'
import { listOwnAssignments } from './assignment-list.ts'
import { addNote, changeAssignmentStatus, undoAssignmentStatus } from './own-assignment.ts'

export function assignmentRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /staff/assignments', {
    access: 'staff',
    operationId: 'listOwnAssignments',
    summary: 'Your assignments, newest first',
    description: 'With the client and the answers to the package’s questions, without amounts or addresses.',
    response: z.array(StaffAssignment),
    handler: (request) => listOwnAssignments(db, getUser(request).id),
  })

  call(app, 'PUT /staff/assignments/:id/status', {
    access: 'staff',
    operationId: 'changeAssignmentStatus',
    summary: 'Start or complete an assignment of yours',
    description:
      'One step at a time: assigned, in_progress, completed. Starting moves a pending order to processing. Completing can deliver a note and a link, which the customer reads.',
    refusals: { 409: 'Not the next step (invalid_transition)' },
    params: IdParams,
    body: ChangeAssignmentStatusBody,
    response: StaffAssignment,
    handler: (request) =>
      changeAssignmentStatus(services, { ...request.body, ...request.params, staffId: getUser(request).id }),
  })

  call(app, 'POST /staff/assignments/:id/status/undo', {
    access: 'staff',
    operationId: 'undoAssignmentStatus',
    summary: 'Take your last step of an assignment back',
    description:
      'For ten seconds after starting or completing, and while nobody else has changed it. The status before counts again, the order’s, too, and no mail goes out.',
    refusals: {
      409: 'Not your step, not the last one or older than ten seconds (undo_too_late), or an admin has closed the order (order_closed)',
    },
    params: IdParams,
    response: StaffAssignment,
    handler: (request) =>
      undoAssignmentStatus(services, { id: request.params.id, staffId: getUser(request).id }),
  })

  call(app, 'POST /staff/assignments/:id/notes', {
    access: 'staff',
    operationId: 'addAssignmentNote',
    summary: 'Note something down about an assignment of yours',
    description: 'Admins read it, and nobody changes it afterwards.',
    params: IdParams,
    body: AddNoteBody,
    status: 201,
    response: StaffAssignment,
    handler: (request) => addNote(db, { ...request.body, ...request.params, staffId: getUser(request).id }),
  })
}
