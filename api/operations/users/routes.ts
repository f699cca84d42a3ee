import { ChangeRolesBody, CreateUserBody, DisabledBody, UserPage } from '#api/contract/operations/users.ts'
import { User } from '#api/contract/people/auth.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { fileCall, listCall } from '#api/platform/lists/list-call.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { userFile, userList } from './queries.ts'
import { getUserPage } from './user-page.ts'
import { changeRoles, createUser, endSessions, setDisabled } from './users.ts'

export function userAdminRoutes(app: App, services: Services): void {
  const { db } = services
  listCall(app, db, 'GET /admin/users', userList, {
    scope: 'customers:read',
    operationId: 'listUsers',
    summary: 'All users',
  })

  fileCall(app, db, 'GET /admin/users.csv', userFile, {
    operationId: 'exportUsers',
    summary: 'The users as a CSV file',
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
    description: 'Omitted fields stay. The user is told by mail.',
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
    description: 'Orders and invoices stay. The user is told by mail.',
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
    description: 'The password stays.',
    params: IdParams,
    handler: (request) => endSessions(db, request.params.id, getActor(request)),
  })
}
