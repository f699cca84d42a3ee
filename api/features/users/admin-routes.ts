import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { ChangeRolesBody, CreateUserBody, DisabledBody, UserListQuery } from '../../contract/admin.ts'
import { User } from '../../contract/auth.ts'
import { IdParams } from '../../contract/ids.ts'
import { CSV_RESPONSE, CSV_ROUTE, PAGE_KEYS } from '../../lists/csv.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { sendExport } from '../audit/export.ts'
import { toWireUser } from '../auth/account.ts'
import {
  changeRoles,
  createUser,
  endSessions,
  listUsers,
  setDisabled,
  streamUsers,
  USER_COLUMNS,
} from './users.ts'

const adminOf = (request: FastifyRequest) => ({ id: getUser(request).id, ipAddress: request.ip })

export function userAdminRoutes(app: App, services: Services): void {
  const { db } = services
  app.get(
    '/admin/users',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listUsers',
        summary: 'All users',
        description: 'Customers, staff and admins, with their rights.',
        querystring: UserListQuery,
        response: { 200: z.array(User) },
      },
    },
    async (request, reply) => {
      const { rows, total } = await listUsers(db, request.query)
      return sendPage(reply, { rows: rows.map(toWireUser), total })
    },
  )

  app.get(
    '/admin/users.csv',
    {
      ...CSV_ROUTE,
      schema: {
        operationId: 'exportUsers',
        summary: 'The users as a CSV file',
        description: 'All that the filters of the list leave. The export is recorded in the audit log.',
        querystring: UserListQuery.omit(PAGE_KEYS),
        response: CSV_RESPONSE,
      },
    },
    async (request, reply) =>
      sendExport(db, { request, reply }, 'user', USER_COLUMNS, streamUsers(db, request.query)),
  )

  app.post(
    '/admin/users',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'createUser',
        summary: 'Make an account, with or without flags',
        description: 'The address gets a mail with a link to choose a password.',
        body: CreateUserBody,
        response: { 201: User },
      },
    },
    async (request, reply) =>
      reply.status(201).send(toWireUser(await createUser(services, request.body, adminOf(request)))),
  )

  app.patch(
    '/admin/users/:id',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'changeUserRoles',
        summary: "Change a user's flags; signs the user out everywhere",
        description: 'What is left out stays. The owner hears of it by mail.',
        params: IdParams,
        body: ChangeRolesBody,
        response: { 200: User },
      },
    },
    async (request) =>
      toWireUser(await changeRoles(services, request.params.id, request.body, adminOf(request))),
  )

  app.put(
    '/admin/users/:id/disabled',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'setUserDisabled',
        summary: 'Disable an account, or enable it again; signs the user out everywhere',
        description: 'Its orders and invoices stay. The owner hears of it by mail.',
        params: IdParams,
        body: DisabledBody,
        response: { 200: User },
      },
    },
    async (request) =>
      toWireUser(await setDisabled(services, request.params.id, request.body.isDisabled, adminOf(request))),
  )

  app.delete(
    '/admin/users/:id/sessions',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'endUserSessions',
        summary: 'Sign a user out everywhere',
        description: 'The password stays as it is.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await endSessions(db, request.params.id, adminOf(request))
      return reply.status(204).send(null)
    },
  )
}
