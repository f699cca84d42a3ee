import type { App, Services } from '../../app-type.ts'
import { User } from '../../contract/auth.ts'
import { ConfirmEmailBody, ConfirmLinkResponse } from '../../contract/confirm-email.ts'
import { readCaller } from '../../http/caller.ts'
import { getUser } from '../../plugins/guards.ts'
import { toWireUser } from './account.ts'
import { confirmEmail, sendConfirmLink } from './confirm-email.ts'

export function confirmRoutes(app: App, services: Services): void {
  app.post(
    '/auth/confirm-email',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'confirmEmail',
        summary: 'Confirm your address, or a new one, by the link of a mail',
        description: 'A new address replaces the one before and ends all other sessions.',
        body: ConfirmEmailBody,
        response: { 200: User },
      },
    },
    async (request) => {
      const { token } = request.body
      const { sessionId } = request.session
      const by = { token, sessionId, caller: readCaller(request) }
      return toWireUser(await confirmEmail(services, getUser(request), by))
    },
  )

  app.post(
    '/auth/confirm-link',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'sendConfirmationLink',
        summary: 'Send the link that confirms your address again',
        description: 'A newer link replaces the ones before.',
        response: { 202: ConfirmLinkResponse },
      },
    },
    async (request, reply) => {
      const user = getUser(request)
      await sendConfirmLink(services, user)
      return reply.status(202).send({ email: user.email })
    },
  )
}
