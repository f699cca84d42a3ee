import type { App, Services } from '../../app-type.ts'
import {
  RequestResetBody,
  RequestResetResponse,
  ResetPasswordBody,
  ResetPasswordResponse,
} from '../../contract/password-reset.ts'
import { RESET_LINK_MINUTES } from '../../contract/periods.ts'
import { readCaller } from '../../http/caller.ts'
import { isKnownDevice } from '../../http/device.ts'
import { signOut } from '../../plugins/session.ts'
import { requestReset, resetPassword } from './reset.ts'

const ASKED = `If an account has this email, a link to set a new password is on its way to it. It works once, for ${RESET_LINK_MINUTES} minutes.`

export function resetRoutes(app: App, services: Services): void {
  app.post(
    '/auth/forgot-password',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Ask for a link that sets a new password; the answer is the same for every email',
        description: 'The link goes to the address by mail, if it has an account.',
        body: RequestResetBody,
        response: { 202: RequestResetResponse },
      },
    },
    async (request, reply) => {
      const { email } = request.body
      await requestReset(services, email, isKnownDevice(request, services.env, email))
      return reply.status(202).send({ message: ASKED })
    },
  )

  app.post(
    '/auth/reset-password',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'resetPassword',
        summary: 'Set a new password by the link; everyone signed in to the account is signed out',
        description: 'The link works once. Second factors stay.',
        body: ResetPasswordBody,
        response: { 200: ResetPasswordResponse },
      },
    },
    async (request, reply) => {
      const user = await resetPassword(services, request.body, readCaller(request))
      // This browser's session has ended with the others, so its cookies are cleared.
      if (request.session.userId === user.id) await signOut(request, reply, services.env)
      return { email: user.email }
    },
  )
}
