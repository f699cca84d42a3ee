import * as z from 'zod'
import { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import {
  AdminAssignment,
  ChangeAssignmentStatusBody,
  CreateAssignmentBody,
  ReassignBody,
  StaffAssignment,
} from '#api/contract/orders/staff.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { createAssignment, reassign, unassign } from './assign.ts'
import { changeAssignmentStatus, undoAssignmentStatus } from './own-assignment.ts'
import { assignmentList, getOrderPage, listOwnAssignments, staffList } from './queries.ts'

export function assignmentRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /staff/assignments', {
    access: 'staff',
    operationId: 'listOwnAssignments',
    summary: 'Your assignments, newest first',
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
      changeAssignmentStatus(services, { ...request.body, ...request.params, staff: getActor(request) }),
  })

  call(app, 'POST /staff/assignments/:id/status/undo', {
    access: 'staff',
    operationId: 'undoAssignmentStatus',
    summary: 'Take your last step of an assignment back',
    description: 'The order’s status goes back, too, and no mail goes out.',
    refusals: {
      409: 'Not your step, not the last one or older than ten seconds (undo_too_late), or an admin has closed the order (order_closed)',
    },
    params: IdParams,
    response: StaffAssignment,
    handler: (request) => undoAssignmentStatus(services, { id: request.params.id, staff: getActor(request) }),
  })
}

export function assignmentAdminRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /admin/orders/:id', {
    access: 'admin',
    scope: 'orders:read',
    operationId: 'getOrderPage',
    summary: 'An order with its answers, and who works on it',
    description: 'Its history, refunds, invoices and mails are calls of their own.',
    params: IdParams,
    response: AdminOrderDetail,
    handler: (request) => getOrderPage(db, request.params.id),
  })

  listCall(app, db, 'GET /admin/staff', staffList, {
    operationId: 'listStaff',
    summary: 'All staff, with how much each has to do',
  })

  listCall(app, db, 'GET /admin/staff-assignments', assignmentList, {
    operationId: 'listAssignments',
    summary: 'All assignments',
  })

  call(app, 'POST /admin/staff-assignments', {
    access: 'admin',
    operationId: 'createAssignment',
    summary: 'Put a staff member on a paid order',
    description: 'The staff member is told by mail.',
    refusals: { 409: 'order_unpaid or already_assigned' },
    body: CreateAssignmentBody,
    status: 201,
    repeat: 'first_response',
    response: AdminAssignment,
    handler: (request) =>
      createOnce(services, request, (own) => createAssignment(own, request.body, getUser(request).id)),
  })

  call(app, 'PATCH /admin/staff-assignments/:id', {
    access: 'admin',
    operationId: 'reassignAssignment',
    summary: 'Reassign work to another staff member, who starts over',
    refusals: { 409: 'assignment_completed or already_assigned' },
    params: IdParams,
    body: ReassignBody,
    response: AdminAssignment,
    handler: (request) =>
      reassign(services, { ...request.body, ...request.params, adminId: getUser(request).id }),
  })

  call(app, 'DELETE /admin/staff-assignments/:id', {
    access: 'admin',
    operationId: 'deleteAssignment',
    summary: 'Take an assignment back',
    refusals: { 409: 'The work is completed (assignment_completed)' },
    params: IdParams,
    handler: (request) => unassign(db, { id: request.params.id, adminId: getUser(request).id }),
  })
}
