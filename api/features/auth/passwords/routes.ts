import type { App, Services } from '../../../app-type.ts'
import {
  RequestResetBody,
  RequestResetResponse,
  ResetFactors,
  ResetPasswordBody,
  ResetPasswordResponse,
  ResetTokenBody,
} from '../../../contract/auth.ts'
import { call } from '../../../http/call.ts'
import { readCaller } from '../../../http/caller.ts'
import { hasDeviceCookie, isKnownDevice } from '../../../http/device.ts'
import { HOUR_MS, type Limit, MINUTE_MS } from '../../../http/limits.ts'
import { signOut } from '../../../plugins/session.ts'
import { RESET_LINK_MINUTES } from '../../../rules/periods.ts'
import { findUserByEmail } from '../account.ts'
import { listResetFactors, requestReset, resetPassword } from './reset.ts'

const ASKED = `If an account has this email, a link to set a new password is on its way to it. It works once, for ${RESET_LINK_MINUTES} minutes.`

const RESET_LIMIT: Limit = {
  name: 'reset-password',
  by: 'address',
  max: 20,
  windowMs: 15 * MINUTE_MS,
  counts: ['reset_link_invalid'],
}

export function resetRoutes(app: App, services: Services): void {
  call(app, 'POST /auth/forgot-password', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'requestPasswordReset',
    summary: 'Ask for a link that sets a new password; the answer is the same for every email',
    description: 'The link goes to the address by mail, if it has an account.',
    // Not limited by account, or a stranger could keep the owner from getting a link. How many mails a mailbox gets is limited
    // where they are sent (mail/recipient-limits.ts).
    limits: [
      { name: 'forgot-password', by: 'claimant', max: 3, windowMs: 15 * MINUTE_MS },
      { name: 'forgot-password', by: 'address', max: 20, windowMs: HOUR_MS },
    ],
    body: RequestResetBody,
    status: 202,
    response: RequestResetResponse,
    handler: async (request) => {
      const { email } = request.body
      const account = hasDeviceCookie(request) ? await findUserByEmail(services.db, email) : undefined
      const isKnown = account !== undefined && isKnownDevice(request, services.env, account)
      await requestReset(services, email, isKnown)
      return { message: ASKED }
    },
  })

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
    handler: (request) => listResetFactors(services.db, request.body.token),
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
      const user = await resetPassword(services, request.body, readCaller(request))
      // All sessions of the user have ended, this browser's too: its cookies are cleared.
      if (request.user?.id === user.id) await signOut(request, reply, services.env)
      return { email: user.email }
    },
  })
}
