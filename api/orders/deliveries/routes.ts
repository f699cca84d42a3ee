import type { Knex } from 'knex'
import { NewDateBody } from '#api/contract/orders/dates.ts'
import {
  DecideBody,
  DeliverBody,
  DeliveryParams,
  OrderWork,
  RequestBody,
  RequestParams,
} from '#api/contract/orders/deliveries.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import { getJoinedOrder } from '#api/orders/order/order-role.ts'
import { readWork } from '#api/orders/order/work.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { NotFound } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { accept, requestChange as ask, decideChangeRequest } from './acceptance.ts'
import { deliver, undoDelivery } from './deliver.ts'
import { setNewDate } from './new-date.ts'

export function deliveryRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /orders/:id/work', {
    access: 'customer',
    scope: 'orders:read',
    tag: 'Buying',
    operationId: 'getOrderWork',
    summary: 'The deliveries of an order: for its owner, its staff and admins',
    params: IdParams,
    response: OrderWork,
    handler: (request) => getOrderWork(db, request.params.id, getUser(request).id),
  })

  call(app, 'POST /orders/:id/promised-date', {
    access: 'customer',
    scope: 'orders:write',
    tag: 'Staff',
    operationId: 'setPromisedDate',
    summary: 'Set a new promised date of an order: for its staff and admins',
    description:
      'A later business day. The customer reads the reason, and gets it by mail. The first date still decides whether the order is late.',
    refusals: {
      400: 'Invalid input, no business day, or not later than the date in force',
      409: 'The order is not in work (order_closed), or its date stands still (date_waits)',
    },
    params: IdParams,
    body: NewDateBody,
    response: OrderWork,
    handler: async (request) => {
      const orderId = request.params.id
      await setNewDate(services, { ...request.body, orderId, actor: getActor(request) })
      return getOrderWork(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /orders/:id/deliveries', {
    access: 'customer',
    scope: 'orders:write',
    tag: 'Staff',
    operationId: 'deliverOrder',
    summary: 'Deliver an order: for its staff and admins',
    description: 'A note, links or both, which the customer is asked to accept.',
    refusals: { 409: 'The order is completed or cancelled (order_closed)' },
    params: IdParams,
    body: DeliverBody,
    status: 201,
    repeat: 'first_response',
    response: OrderWork,
    handler: (request) =>
      createOnce(services, request, async (own) => {
        const orderId = request.params.id
        await deliver(own, { ...request.body, orderId, actor: getActor(request) })
        return getOrderWork(own.db, orderId, getUser(request).id)
      }),
  })

  call(app, 'POST /orders/:id/deliveries/:number/undo', {
    access: 'customer',
    tag: 'Staff',
    operationId: 'undoDelivery',
    summary: 'Take a delivery of yours back',
    description: 'The customer gets no mail.',
    refusals: { 409: 'Older than ten seconds, or something has followed it (undo_too_late)' },
    params: DeliveryParams,
    response: OrderWork,
    handler: async (request) => {
      const { id: orderId, number } = request.params
      await undoDelivery(services, { orderId, number, actor: getActor(request) })
      return getOrderWork(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /orders/:id/deliveries/:number/accept', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'acceptDelivery',
    summary: 'Accept what was delivered with your order',
    description: 'The last delivery alone. It completes the order. Accepting it again does nothing.',
    refusals: { 409: 'It does not wait to be accepted (not_delivered)' },
    params: DeliveryParams,
    response: OrderWork,
    handler: async (request) => {
      const { id: orderId, number } = request.params
      await accept(services, { orderId, number, actor: getActor(request) })
      return getOrderWork(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /orders/:id/delivery-requests', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'requestRework',
    summary: 'Report a problem with a delivery, or request a change',
    description:
      'Faults are not counted. A change beyond the included ones waits for the team. Of a completed order only faults are reported, while its warranty runs.',
    refusals: {
      409: 'Nothing is delivered (not_delivered), the last request is open (request_open), the order is closed (order_closed), or its warranty is over (warranty_over)',
    },
    params: IdParams,
    body: RequestBody,
    status: 201,
    repeat: { takesNoKey: 'the same words twice are one request' },
    response: OrderWork,
    handler: async (request) => {
      const orderId = request.params.id
      await ask(services, { ...request.body, orderId, actor: getActor(request) })
      return getOrderWork(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /orders/:id/delivery-requests/:requestId/decision', {
    access: 'customer',
    tag: 'Staff',
    operationId: 'decideRequest',
    summary: 'Grant or decline a change beyond the included ones: for the order’s staff and admins',
    description: 'Declining needs a reason, which its customer reads. The same decision again does nothing.',
    refusals: { 409: 'It waits for no decision (decided)' },
    params: RequestParams,
    body: DecideBody,
    response: OrderWork,
    handler: async (request) => {
      const { id: orderId, requestId } = request.params
      await decideChangeRequest(services, { ...request.body, orderId, requestId, actor: getActor(request) })
      return getOrderWork(db, orderId, getUser(request).id)
    },
  })
}

/** @throws NotFound unless the user owns the paid order, is assigned to it, or is an admin */
async function getOrderWork(db: Knex, orderId: number, userId: number): Promise<OrderWork> {
  const order = await getJoinedOrder(db, orderId, userId)
  if (PAYMENT_STATUS[order.paymentStatus].isUnpaid) throw new NotFound('Order')
  return readWork(db, order)
}
