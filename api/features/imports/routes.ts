import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { PastOrder } from '../../contract/imports.ts'
import { getUser } from '../../plugins/guards.ts'
import { listOwnPastOrders } from './past-order-list.ts'

export function importRoutes(app: App, { db }: Services): void {
  app.get(
    '/user/past-orders',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'listOwnPastOrders',
        summary: 'Your orders from before this shop',
        description: 'Newest first. None until the address of the account is verified.',
        response: { 200: z.array(PastOrder) },
      },
    },
    (request) => listOwnPastOrders(db, getUser(request)),
  )
}
