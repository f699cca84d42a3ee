import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { OrderAnswer, SaveAnswersBody } from '../../contract/answers.ts'
import { IdParams } from '../../contract/ids.ts'
import { OrderDetail } from '../../contract/order-detail.ts'
import { CustomerOrder } from '../../contract/orders.ts'
import { getUser } from '../../plugins/guards.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { listAnswers, saveAnswers } from './answers.ts'
import { writeCustomerOrders } from './order.ts'
import { getOrderDetail } from './order-detail.ts'

export function orderRoutes(app: App, services: Services & { catalogue: Catalogue }): void {
  const { db } = services

  app.get(
    '/orders',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'listOrders',
        summary: 'Your paid orders, newest first',
        description: 'Each with its package, how many of its questions are answered, and who works on it.',
        response: { 200: z.array(CustomerOrder) },
      },
    },
    async (request, reply) => {
      const orders = await writeCustomerOrders(services, getUser(request).id)
      return sendJson(reply, orders)
    },
  )

  app.get(
    '/orders/:id',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'getOrder',
        summary: 'One of your paid orders, with what happened to it when',
        description: 'The timeline that the dashboard shows, and what comes next.',
        params: IdParams,
        response: { 200: OrderDetail },
      },
    },
    (request) => getOrderDetail(db, { orderId: request.params.id, userId: getUser(request).id }),
  )

  app.post(
    '/orders/:id/answers',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'saveOrderAnswers',
        summary: "Answer the questions of your order's package",
        description: 'Any subset of the questions, as often as needed until the order is completed.',
        params: IdParams,
        body: SaveAnswersBody,
        response: { 200: z.object({ success: z.literal(true) }) },
      },
    },
    async (request) => {
      const { answers } = request.body
      await saveAnswers(services, { orderId: request.params.id, userId: getUser(request).id, answers })
      return { success: true as const }
    },
  )

  app.get(
    '/orders/:id/answers',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'listOrderAnswers',
        summary: 'The answers of an order: for its owner, its staff and admins',
        description: 'Each with its question. For others the order is unknown.',
        params: IdParams,
        response: { 200: z.array(OrderAnswer) },
      },
    },
    async (request) => {
      const answers = await listAnswers(db, request.params.id, getUser(request))
      return answers.map(({ questionId, question, answer }) => ({ questionId, question, answer }))
    },
  )
}

/** What is serialised already goes past the response schema. */
function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}
