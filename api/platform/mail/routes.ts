import { Mail } from '#api/contract/operations/jobs.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { mailList, resendMail } from './mail-log.ts'

export function mailAdminRoutes(app: App, services: Services): void {
  listCall(app, services.db, 'GET /admin/mails', mailList, {
    operationId: 'listMails',
    summary: 'All mails and what became of them, newest first',
  })

  call(app, 'POST /admin/mails/:id/resend', {
    access: 'admin',
    operationId: 'resendMail',
    summary: 'Send an email again, rewritten from the current data',
    description: 'It goes out as another mail, whatever the limits of its mailbox are.',
    params: IdParams,
    status: 201,
    repeat: 'first_response',
    response: Mail,
    handler: (request) => {
      const mail = { id: request.params.id, adminId: getUser(request).id }
      return createOnce(services, request, (own) => resendMail(own, mail))
    },
  })
}
