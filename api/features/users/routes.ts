import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { ChangeRolesBody, CreateUserBody, UserListQuery } from '../../contract/admin.ts'
import { User } from '../../contract/auth.ts'
import { IdParams } from '../../contract/ids.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { toWireUser } from '../auth/account.ts'
import { changeRoles, createUser, listUsers } from './users.ts'

export function userRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/users',
    {
      config: { access: 'admin' },
      schema: { summary: 'All users', querystring: UserListQuery, response: { 200: z.array(User) } },
    },
    async (request, reply) => {
      const { rows, total } = await listUsers(db, request.query)
      return sendPage(reply, { rows: rows.map(toWireUser), total })
    },
  )

  app.post(
    '/admin/users',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Make an account, with or without flags',
        body: CreateUserBody,
        response: { 201: User },
      },
    },
    async (request, reply) =>
      reply.status(201).send(toWireUser(await createUser(db, request.body, getUser(request).id))),
  )

  app.patch(
    '/admin/users/:id',
    {
      config: { access: 'admin' },
      schema: {
        summary: "Change a user's flags; signs the user out everywhere",
        params: IdParams,
        body: ChangeRolesBody,
        response: { 200: User },
      },
    },
    async (request) =>
      toWireUser(await changeRoles(db, request.params.id, request.body, getUser(request).id)),
  )
}
