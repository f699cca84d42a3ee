import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { AdminOrderDetail } from '../../contract/admin-order.ts'
import { IdParams } from '../../contract/ids.ts'
import { AdminAssignment, AssignmentListQuery, CreateAssignmentBody } from '../../contract/staff.ts'
import { ReassignBody, StaffListQuery, StaffMember } from '../../contract/work.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { createAssignment } from './assign.ts'
import { listAssignments } from './assignment-list.ts'
import { reassign, unassign } from './handover.ts'
import { getOrderPage } from './order-page.ts'
import { listStaff } from './staff-list.ts'

export function assignmentAdminRoutes(app: App, services: Services): void {
  const { db } = services

  app.get(
    '/admin/orders/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getOrderPage',
        summary: 'An order with its answers, and who works on it',
        description:
          'What the back office shows of one order. Its history, refunds, invoices and mails are calls of their own.',
        params: IdParams,
        response: { 200: AdminOrderDetail },
      },
    },
    (request) => getOrderPage(db, request.params.id),
  )

  app.get(
    '/admin/staff',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listStaff',
        summary: 'All staff, with how much each has to do',
        description: 'Each with the numbers of assignments that are open and completed.',
        querystring: StaffListQuery,
        response: { 200: z.array(StaffMember) },
      },
    },
    async (request, reply) => sendPage(reply, await listStaff(db, request.query)),
  )

  app.get(
    '/admin/staff-assignments',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listAssignments',
        summary: 'All assignments',
        description: 'Who works on which order, how far it is, and the notes about it.',
        querystring: AssignmentListQuery,
        response: { 200: z.array(AdminAssignment) },
      },
    },
    async (request, reply) => sendPage(reply, await listAssignments(db, request.query)),
  )

  app.post(
    '/admin/staff-assignments',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createAssignment',
        summary: 'Put a staff member on a paid order',
        description: 'The staff member hears of it by mail. The same pair twice is refused.',
        body: CreateAssignmentBody,
        response: { 201: AdminAssignment },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createAssignment(services, request.body, getUser(request).id)),
  )

  app.patch(
    '/admin/staff-assignments/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'reassignAssignment',
        summary: 'Give an assignment to another staff member, who begins anew',
        description: 'Completed work stays with who did it.',
        params: IdParams,
        body: ReassignBody,
        response: { 200: AdminAssignment },
      },
    },
    (request) =>
      reassign(services, {
        id: request.params.id,
        adminId: getUser(request).id,
        staffId: request.body.staffId,
      }),
  )

  app.delete(
    '/admin/staff-assignments/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteAssignment',
        summary: 'Take an assignment back',
        description: 'Completed work stays with who did it.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await unassign(db, { id: request.params.id, adminId: getUser(request).id })
      return reply.status(204).send(null)
    },
  )
}
