import type { App, Services } from '../../app-type.ts'
import { ConfirmRecipientBody, ConfirmRecipientResponse } from '../../contract/notifications.ts'
import { confirmRecipient } from './recipient.ts'

export function notificationRoutes(app: App, { db }: Services): void {
  app.post(
    '/notification-recipients/confirm',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'confirmRecipient',
        summary: 'Confirm an address that is to get notifications, by the link of a mail',
        description: 'For whoever reads the mails of the address; no account is needed.',
        body: ConfirmRecipientBody,
        response: { 200: ConfirmRecipientResponse },
      },
    },
    (request) => confirmRecipient(db, request.body.token),
  )
}
