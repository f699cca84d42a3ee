import * as z from 'zod'
import {
  ChangeRolesBody,
  CreateUserBody,
  DisabledBody,
  UserListQuery,
  UserPage,
} from '#api/contract/operations/users.ts'
import { User } from '#api/contract/people/auth.ts'
import { FOLLOW_PARAMETERS, IdParams } from '#api/contract/platform/lists.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { sendExport } from '#api/platform/audit/export.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { CSV_ROUTE, PAGE_KEYS } from '#api/platform/lists/csv.ts'
import { sendPage } from '#api/platform/lists/list.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { getUserPage } from './user-page.ts'
import {
  changeRoles,
  createUser,
  endSessions,
  listUsers,
  setDisabled,
  streamUsers,
  USER_COLUMNS,
} from './users.ts'

export function userAdminRoutes(app: App, services: Services): void {
  const { db } = services
  call(app, 'GET /admin/users', {
    access: 'admin',
    scope: 'customers:read',
    operationId: 'listUsers',
    summary: 'All users',
    description: 'Everybody who has an account, with their rights.',
    querystring: UserListQuery.extend(FOLLOW_PARAMETERS),
    response: z.array(User),
    handler: async (request, reply) => {
      const page = await listUsers(db, request.query)
      return sendPage(reply, { ...page, rows: page.rows.map(toWireUser) })
    },
  })

  call(app, 'GET /admin/users.csv', {
    ...CSV_ROUTE,
    operationId: 'exportUsers',
    summary: 'The users as a CSV file',
    description: 'All that the filters of the list leave. The export is recorded in the audit log.',
    querystring: UserListQuery.omit(PAGE_KEYS),
    handler: async (request, reply) =>
      sendExport(db, { request, reply }, 'user', USER_COLUMNS, streamUsers(db, request.query)),
  })

  call(app, 'GET /admin/users/:id', {
    access: 'admin',
    operationId: 'getUserPage',
    summary: 'One person: their account, conversations, notes of the team and sign-ins',
    description: 'Orders, coupons and mails are lists with a filter for the person.',
    params: IdParams,
    response: UserPage,
    handler: (request) => getUserPage(db, request.params.id),
  })

  call(app, 'POST /admin/users', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'createUser',
    summary: 'Make an account, with or without flags',
    description: 'The address gets a mail with a link to choose a password.',
    refusals: { 409: 'The e-mail has an account (email_taken)' },
    body: CreateUserBody,
    status: 201,
    repeat: 'first_response',
    response: User,
    handler: (request) =>
      createOnce(services, request, async (own) =>
        toWireUser(await createUser(own, request.body, getActor(request))),
      ),
  })

  call(app, 'PATCH /admin/users/:id', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'changeUserRoles',
    summary: "Change a user's rights; signs the user out everywhere",
    description: 'What is left out stays. The owner hears of it by mail.',
    refusals: {
      409: 'The last admin cannot lose the admin flag (last_admin), who was erased gets none (erased), and API keys that the user keeps need a word (keys_undecided)',
    },
    params: IdParams,
    body: ChangeRolesBody,
    response: User,
    handler: async (request) =>
      toWireUser(await changeRoles(services, request.params.id, request.body, getActor(request))),
  })

  call(app, 'PUT /admin/users/:id/disabled', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'setUserDisabled',
    summary: 'Disable an account, or enable it again; signs the user out everywhere',
    description: 'Its orders and invoices stay. The owner hears of it by mail.',
    refusals: {
      409: 'The own account (own_account), the last admin (last_admin), who was erased (erased), or who keeps API keys without a word on them (keys_undecided)',
    },
    params: IdParams,
    body: DisabledBody,
    response: User,
    handler: async (request) =>
      toWireUser(await setDisabled(services, request.params.id, request.body, getActor(request))),
  })

  call(app, 'DELETE /admin/users/:id/sessions', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'endUserSessions',
    summary: 'Sign a user out everywhere',
    description: 'The password stays as it is.',
    params: IdParams,
    handler: (request) => endSessions(db, request.params.id, getActor(request)),
  })
}
