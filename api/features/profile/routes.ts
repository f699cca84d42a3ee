import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { User } from '../../contract/auth.ts'
import { PasswordBody, ProfileBody } from '../../contract/profile.ts'
import { readCaller } from '../../http/caller.ts'
import { getUser } from '../../plugins/guards.ts'
import { signIn } from '../../plugins/session.ts'
import { toWireUser } from '../auth/account.ts'
import { changePassword, updateProfile } from './profile.ts'

export function profileRoutes(app: App, services: Services): void {
  const { env } = services
  app.put(
    '/user/profile',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'updateProfile',
        summary: 'Change your profile',
        description: 'Another e-mail needs the current password and counts once its link has confirmed it.',
        body: ProfileBody,
        response: { 200: User },
      },
    },
    async (request) => toWireUser(await updateProfile(services, getUser(request), request.body)),
  )

  app.put(
    '/user/password',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password; everyone else signed in with the old one is signed out',
        description: 'With the current password. The own session goes on.',
        body: PasswordBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const user = await changePassword(services, getUser(request), request.body, readCaller(request))
      await signIn(request, reply, env, user, 'session')
      return reply.status(204).send(null)
    },
  )
}
