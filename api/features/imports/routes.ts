import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { PastOrder } from '../../contract/imports.ts'
import { call } from '../../http/call.ts'
import { getUser } from '../../plugins/guards.ts'
import { listOwnPastOrders } from './past-order-list.ts'

export function importRoutes(app: App, { db }: Services): void {
  call(app, 'GET /user/past-orders', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'listOwnPastOrders',
    summary: 'Your orders from before this shop',
    description: 'Newest first. None until the address of the account is verified.',
    response: z.array(PastOrder),
    handler: (request) => listOwnPastOrders(db, getUser(request)),
  })
}
