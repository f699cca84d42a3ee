import type { App, Services } from '../../app-type.ts'
import { ConfirmRecipientBody, ConfirmRecipientResponse } from '../../contract/notifications.ts'
import { call } from '../../http/call.ts'
import { MINUTE_MS } from '../../http/limits.ts'
import { confirmRecipient } from './recipient.ts'

export function notificationRoutes(app: App, { db }: Services): void {
  call(app, 'POST /notification-recipients/confirm', {
    access: 'public',
    tag: 'Administration',
    operationId: 'confirmRecipient',
    summary: 'Confirm an address that is to get notifications, by the link of a mail',
    description: 'For whoever reads the mails of the address; no account is needed.',
    limits: [
      {
        name: 'confirm-recipient',
        by: 'address',
        max: 20,
        windowMs: 15 * MINUTE_MS,
        counts: ['recipient_link_invalid'],
      },
    ],
    body: ConfirmRecipientBody,
    response: ConfirmRecipientResponse,
    handler: (request) => confirmRecipient(db, request.body.token),
  })
}
