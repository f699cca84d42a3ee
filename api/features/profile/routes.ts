import type { App, Services } from '../../app-type.ts'
import { User } from '../../contract/auth.ts'
import { PasswordBody, ProfileBody } from '../../contract/profile.ts'
import { call } from '../../http/call.ts'
import { HOUR_MS, PASSWORD_LIMITS, SUCCESS } from '../../http/limits.ts'
import { getActor, getUser } from '../../plugins/guards.ts'
import { signIn } from '../../plugins/session.ts'
import { toWireUser } from '../auth/account.ts'
import { changePassword, updateProfile } from './profile.ts'

export function profileRoutes(app: App, services: Services): void {
  const { env } = services
  call(app, 'PUT /user/profile', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'updateProfile',
    summary: 'Change your profile',
    description: 'Another e-mail needs the current password and counts once its link has confirmed it.',
    limits: [
      ...PASSWORD_LIMITS,
      // Each change adds an entry to the audit log, which is never deleted.
      { name: 'profile', by: 'user', max: 20, windowMs: HOUR_MS, counts: [SUCCESS] },
    ],
    refusals: {
      400: 'Invalid input, or another e-mail without the current password (wrong_password)',
      403: 'From another origin (bad_origin), or another e-mail without a fresh proof, of an account with a second factor (proof_needed)',
      409: 'The e-mail has an account (email_taken)',
    },
    body: ProfileBody,
    response: User,
    handler: async (request) =>
      toWireUser(await updateProfile(services, getUser(request), request.body, getActor(request))),
  })

  call(app, 'PUT /user/password', {
    access: 'customer',
    proof: 'with_factor',
    tag: 'Accounts',
    operationId: 'changePassword',
    summary: 'Change your password; everyone else signed in with the old one is signed out',
    description: 'With the current password. The own session goes on.',
    limits: [
      ...PASSWORD_LIMITS,
      { name: 'new-password', by: 'user', max: 10, windowMs: HOUR_MS, counts: [SUCCESS] },
    ],
    refusals: {
      400: 'Invalid input, a wrong current password (wrong_password) or a new one that is too common',
    },
    body: PasswordBody,
    handler: async (request, reply) => {
      const user = await changePassword(services, getUser(request), request.body, getActor(request))
      await signIn(request, reply, env, user, 'session')
    },
  })
}
