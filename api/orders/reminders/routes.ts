import * as z from 'zod'
import { RemindBody } from '#api/contract/orders/reminders.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { remindByHand } from './reminder.ts'

export function reminderRoutes(app: App, services: Services): void {
  call(app, 'POST /admin/orders/:id/reminders', {
    access: 'admin',
    operationId: 'remindCustomer',
    summary: 'Remind a customer of missing answers by mail, or note that you have called',
    refusals: {
      409: 'The order waits for no answers (not_waiting), or its customer was reminded within a day (reminded_today)',
    },
    params: IdParams,
    body: RemindBody,
    response: z.object({ success: z.literal(true) }),
    handler: async (request) => {
      await remindByHand(services, { ...request.body, orderId: request.params.id, by: getActor(request) })
      return { success: true as const }
    },
  })
}
