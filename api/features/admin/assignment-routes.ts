import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { AdminAssignment, AssignmentListQuery, CreateAssignmentBody } from '../../contract/staff.ts'
import { getUser } from '../../plugins/guards.ts'
import { createAssignment, listAssignments } from './assignments.ts'
import { sendPage } from './list.ts'

export function assignmentRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/staff-assignments',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'All assignments',
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
        summary: 'Put a staff member on a paid order',
        body: CreateAssignmentBody,
        response: { 201: AdminAssignment },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createAssignment(db, request.body, getUser(request).id)),
  )
}
