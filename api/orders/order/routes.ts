import * as z from 'zod'
import type { Catalogue } from '#api/catalogue/packages/catalogue.ts'
import { ChangeOrderStatusBody, ListedOrder, OrderHistoryEvent } from '#api/contract/orders/admin-orders.ts'
import { CustomerOrder, OrderAnswer, OrderDetail, SaveAnswersBody } from '#api/contract/orders/orders.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { fileCall, listCall } from '#api/platform/lists/list-call.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { listAnswers, saveAnswers } from './answers.ts'
import { writeCustomerOrders } from './order.ts'
import { getOrderDetail } from './order-detail.ts'
import { changeOrderStatus, undoOrderStatus } from './order-status.ts'
import { getOrder, listHistory, orderFile, orderList } from './queries.ts'

export function orderRoutes(app: App, services: Services & { catalogue: Catalogue }): void {
  const { db } = services

  call(app, 'GET /orders', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'listOrders',
    summary: 'Your paid orders, newest first',
    response: z.array(CustomerOrder),
    handler: async (request, reply) => {
      const orders = await writeCustomerOrders(services, getUser(request))
      // Already serialised, so it bypasses the response schema.
      return reply.type('application/json; charset=utf-8').send(orders)
    },
  })

  call(app, 'GET /orders/:id', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'getOrder',
    summary: 'One of your paid orders, with its timeline',
    params: IdParams,
    response: OrderDetail,
    handler: (request) => getOrderDetail(db, { orderId: request.params.id, user: getUser(request) }),
  })

  call(app, 'POST /orders/:id/answers', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'saveOrderAnswers',
    summary: "Answer the questions of your order's package",
    description: 'Any of the questions, as often as needed until the order is completed.',
    refusals: {
      400: 'Invalid input, or a question of another package',
      409: 'The order is completed (order_completed) or cancelled (order_cancelled)',
    },
    params: IdParams,
    body: SaveAnswersBody,
    response: z.object({ success: z.literal(true) }),
    handler: async (request) => {
      await saveAnswers(services, {
        ...request.body,
        orderId: request.params.id,
        userId: getUser(request).id,
      })
      return { success: true as const }
    },
  })

  call(app, 'GET /orders/:id/answers', {
    access: 'customer',
    scope: 'orders:read',
    tag: 'Buying',
    operationId: 'listOrderAnswers',
    summary: 'The answers of an order: for its owner, its staff and admins',
    params: IdParams,
    response: z.array(OrderAnswer),
    handler: async (request) => {
      const answers = await listAnswers(db, request.params.id, getUser(request))
      return answers.map(({ questionId, question, answer }) => ({ questionId, question, answer }))
    },
  })
}

export function orderAdminRoutes(app: App, services: Services): void {
  const { db } = services

  listCall(app, db, 'GET /admin/orders', orderList, {
    scope: 'orders:read',
    operationId: 'listAllOrders',
    summary: 'All orders, paid or not',
    description: 'Each buyer is as they were when they ordered.',
  })

  fileCall(app, db, 'GET /admin/orders.csv', orderFile, {
    operationId: 'exportOrders',
    summary: 'The orders as a CSV file',
  })

  call(app, 'PATCH /admin/orders/:id/status', {
    access: 'admin',
    scope: 'orders:write',
    operationId: 'changeOrderStatus',
    summary: "Set the status of an order's work",
    description: 'The customer of a paid order is told by mail. Setting the current status does nothing.',
    refusals: {
      409: "The cancelled order's coupon is used up (coupon_used_up), or work is completed or delivered that had not begun (work_delivered)",
    },
    params: IdParams,
    body: ChangeOrderStatusBody,
    response: ListedOrder,
    handler: async (request) => {
      const orderId = request.params.id
      const { id: adminId, holdRight } = getActor(request)
      await changeOrderStatus(services, { orderId, ...request.body, adminId, holdRight })
      return getOrder(db, orderId)
    },
  })

  call(app, 'POST /admin/orders/:id/status/undo', {
    access: 'admin',
    operationId: 'undoOrderStatus',
    summary: "Take your last change of an order's status back",
    description: 'For ten seconds, and while nobody else has changed it. The customer gets no mail.',
    refusals: {
      409: "Not your change, not the last one or older than ten seconds (undo_too_late), or the cancelled order's coupon is used up (coupon_used_up)",
    },
    params: IdParams,
    response: ListedOrder,
    handler: async (request) => {
      const orderId = request.params.id
      await undoOrderStatus(services, { orderId, adminId: getUser(request).id })
      return getOrder(db, orderId)
    },
  })

  call(app, 'GET /admin/orders/:id/history', {
    access: 'admin',
    operationId: 'listOrderHistory',
    summary: 'Every change of an order, oldest first',
    params: IdParams,
    response: z.array(OrderHistoryEvent),
    handler: (request) => listHistory(db, request.params.id),
  })
}
