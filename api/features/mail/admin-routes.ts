import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import { Mail, MailListQuery } from '../../contract/mail.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { listMails, resendMail } from './mail-log.ts'

export function mailAdminRoutes(app: App, services: Services): void {
  app.get(
    '/admin/mails',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listMails',
        summary: 'All mails and what became of them, newest first',
        description: 'Kind, recipient, state and tries of each, never its text.',
        querystring: MailListQuery,
        response: { 200: z.array(Mail) },
      },
    },
    async (request, reply) => sendPage(reply, await listMails(services.db, request.query)),
  )

  app.post(
    '/admin/mails/:id/resend',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'resendMail',
        summary: 'Send a mail once more, written anew from what is true now',
        description: 'It goes out as another mail, whatever the limits of its mailbox are.',
        params: IdParams,
        response: { 201: Mail },
      },
    },
    async (request, reply) => {
      const mail = { id: request.params.id, adminId: getUser(request).id }
      return reply.status(201).send(await resendMail(services, mail))
    },
  )
}
