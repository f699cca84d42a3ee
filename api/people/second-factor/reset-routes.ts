/** Sets a forgotten password with a mailed link, and lets the owner remove factors that somebody else may have added. */

import {
  ResetFactors,
  ResetPasswordBody,
  ResetPasswordResponse,
  ResetTokenBody,
} from '#api/contract/people/auth.ts'
import { findResetOwner, resetPassword } from '#api/people/auth/passwords/reset.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { readCaller } from '#api/platform/http/caller.ts'
import { type Limit, MINUTE_MS } from '#api/platform/http/limits.ts'
import { signOut } from '#api/platform/plugins/session.ts'
import { describeFactors, mayDisown, removeDisowned } from './factors.ts'

const RESET_LIMIT: Limit = {
  name: 'reset-password',
  by: 'address',
  max: 20,
  windowMs: 15 * MINUTE_MS,
  counts: ['reset_link_invalid'],
}

export function resetRoutes(app: App, services: Services): void {
  const { db, env } = services

  call(app, 'POST /auth/reset-password/factors', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'listResetFactors',
    summary: 'The second factors of the account that a link sets the password of',
    description: 'For the owner to say which they have not added. The link still works afterwards.',
    limits: [RESET_LIMIT],
    refusals: { 400: 'Invalid input, or a link that opens nothing any more (reset_link_invalid)' },
    body: ResetTokenBody,
    response: ResetFactors,
    handler: async (request) => {
      const owner = await findResetOwner(db, request.body.token)
      return { ...(await describeFactors(db, owner.id)), isRemovable: mayDisown(owner) }
    },
  })

  call(app, 'POST /auth/reset-password', {
    access: 'optional',
    isOpenWithoutFactor: true,
    tag: 'Accounts',
    operationId: 'resetPassword',
    summary: 'Set a new password by the link; everyone signed in to the account is signed out',
    description: 'The link works once. Second factors stay, but for those that the owner disowns.',
    limits: [RESET_LIMIT],
    refusals: {
      403: 'From another origin (bad_origin), or factors of staff and admins (forbidden)',
      404: 'A disowned factor that is not there (not_found); nothing is changed',
      400: 'Invalid input, a password that is too common, or a link that opens nothing any more (reset_link_invalid)',
    },
    body: ResetPasswordBody,
    response: ResetPasswordResponse,
    handler: async (request, reply) => {
      const { disowned, ...body } = request.body
      const caller = readCaller(request)
      const user = await resetPassword(services, body, caller, async (trx, owner) => {
        if (disowned) await removeDisowned(services.jobs, trx, owner, { ...disowned, caller })
      })
      // All sessions of the user have ended, including this browser's: clear its cookies.
      if (request.user?.id === user.id) await signOut(request, reply, env)
      return { email: user.email }
    },
  })
}
