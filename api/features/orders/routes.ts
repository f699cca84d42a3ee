import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import { CustomerOrder, OrderAnswer, OrderDetail, SaveAnswersBody } from '../../contract/orders.ts'
import { call } from '../../http/call.ts'
import { getUser } from '../../plugins/guards.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { listAnswers, saveAnswers } from './answers.ts'
import { writeCustomerOrders } from './order.ts'
import { getOrderDetail } from './order-detail.ts'

export function orderRoutes(app: App, services: Services & { catalogue: Catalogue }): void {
  const { db } = services

  call(app, 'GET /orders', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'listOrders',
    summary: 'Your paid orders, newest first',
    description: 'Each with its package, how many of its questions are answered, and who works on it.',
    response: z.array(CustomerOrder),
    handler: async (request, reply) => {
      const orders = await writeCustomerOrders(services, getUser(request).id)
      // Serialised already, so it is sent without the response schema.
      return reply.type('application/json; charset=utf-8').send(orders)
    },
  })

  call(app, 'GET /orders/:id', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'getOrder',
    summary: 'One of your paid orders, with what happened to it when',
    description: 'The timeline that the dashboard shows, and what comes next.',
    params: IdParams,
    response: OrderDetail,
    handler: (request) => getOrderDetail(db, { orderId: request.params.id, userId: getUser(request).id }),
  })

  call(app, 'POST /orders/:id/answers', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'saveOrderAnswers',
    summary: "Answer the questions of your order's package",
    description: 'Any subset of the questions, as often as needed until the order is completed.',
    refusals: {
      400: 'Invalid input, or a question of another package',
      409: 'The order is completed (order_completed) or cancelled (order_cancelled)',
    },
    params: IdParams,
    body: SaveAnswersBody,
    response: z.object({ success: z.literal(true) }),
    handler: async (request) => {
      const { answers } = request.body
      await saveAnswers(services, { orderId: request.params.id, userId: getUser(request).id, answers })
      return { success: true as const }
    },
  })

  call(app, 'GET /orders/:id/answers', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'listOrderAnswers',
    summary: 'The answers of an order: for its owner, its staff and admins',
    description: 'Each with its question. For others the order is unknown.',
    params: IdParams,
    response: z.array(OrderAnswer),
    handler: async (request) => {
      const answers = await listAnswers(db, request.params.id, getUser(request))
      return answers.map(({ questionId, question, answer }) => ({ questionId, question, answer }))
    },
  })
}
