import { ConfirmEmailBody, ConfirmLinkResponse, User } from '#api/contract/people/auth.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { MINUTE_MS } from '#api/platform/http/limits.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { confirmEmail, sendConfirmLink } from './confirm-email.ts'

export function confirmRoutes(app: App, services: Services): void {
  call(app, 'POST /auth/confirm-email', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'confirmEmail',
    summary: 'Confirm your current or new address by an emailed link',
    description: 'A new address replaces the one before and ends all other sessions.',
    limits: [
      {
        name: 'confirm-email',
        by: 'user',
        max: 20,
        windowMs: 15 * MINUTE_MS,
        counts: ['confirm_link_invalid'],
      },
    ],
    refusals: {
      400: 'Invalid input, or a link that confirms nothing of this account any more (confirm_link_invalid)',
      409: 'The e-mail has an account (email_taken)',
    },
    body: ConfirmEmailBody,
    response: User,
    handler: async (request) =>
      toWireUser(await confirmEmail(services, getActor(request), request.body.token)),
  })

  call(app, 'POST /auth/confirm-link', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'sendConfirmationLink',
    summary: 'Send the link that confirms your address again',
    limits: [{ name: 'confirm-link', by: 'user', max: 3, windowMs: 15 * MINUTE_MS }],
    status: 202,
    repeat: { takesNoKey: 'a newer link replaces the ones before' },
    response: ConfirmLinkResponse,
    handler: async (request) => {
      const user = getUser(request)
      await sendConfirmLink(services, user)
      return { email: user.email }
    },
  })
}
