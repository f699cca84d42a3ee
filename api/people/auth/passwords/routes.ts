import { RequestResetBody, RequestResetResponse } from '#api/contract/people/auth.ts'
import { findUserByEmail } from '#api/people/auth/account.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { findDeviceOf } from '#api/platform/http/device.ts'
import { HOUR_MS, MINUTE_MS } from '#api/platform/http/limits.ts'
import { RESET_LINK_MINUTES } from '#api/rules/periods.ts'
import { requestReset } from './reset.ts'

const ASKED = `If an account has this email, we have sent a link to set a new password. It works once, for ${RESET_LINK_MINUTES} minutes.`

export function forgottenPasswordRoutes(app: App, services: Services): void {
  call(app, 'POST /auth/forgot-password', {
    access: 'public',
    tag: 'Accounts',
    operationId: 'requestPasswordReset',
    summary: 'Ask for a link that sets a new password; the answer is the same for every email',
    // Not limited by account, or a stranger could keep the owner from getting a link. Mails per mailbox are limited when
    // they are sent (mail/recipient-limits.ts).
    limits: [
      { name: 'forgot-password', by: 'claimant', max: 3, windowMs: 15 * MINUTE_MS },
      { name: 'forgot-password', by: 'address', max: 20, windowMs: HOUR_MS },
    ],
    body: RequestResetBody,
    status: 202,
    repeat: { takesNoKey: 'a newer link replaces the ones before' },
    response: RequestResetResponse,
    handler: async (request) => {
      const { email } = request.body
      const device = await findDeviceOf(request, services.env, email, (one) =>
        findUserByEmail(services.db, one),
      )
      await requestReset(services, email, device !== undefined)
      return { message: ASKED }
    },
  })
}
