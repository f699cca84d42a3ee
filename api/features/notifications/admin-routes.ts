import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import {
  AddRecipientBody,
  ChangeRecipientBody,
  Notification,
  NotificationListQuery,
  NotificationRecipient,
  ReadNotificationsBody,
} from '../../contract/notifications.ts'
import { sendPage } from '../../lists/list.ts'
import { getUser } from '../../plugins/guards.ts'
import { listNotifications, markRead } from './notification-list.ts'
import { addRecipient, changeRecipient, listRecipients, removeRecipient } from './recipient.ts'

const byOf = (request: FastifyRequest) => ({ adminId: getUser(request).id, ipAddress: request.ip })

export function notificationAdminRoutes(app: App, services: Services): void {
  const { db } = services

  app.get(
    '/admin/notifications',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listNotifications',
        summary: 'What has happened in the shop, newest first, and whether you have read it',
        description: "Of the last 90 days. Whether one is read is each admin's own.",
        querystring: NotificationListQuery,
        response: { 200: z.array(Notification) },
      },
    },
    async (request, reply) =>
      sendPage(reply, await listNotifications(db, getUser(request).id, request.query)),
  )

  app.post(
    '/admin/notifications/read',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'readNotifications',
        summary: 'Mark notifications as read by you',
        description: 'Those that are named, or all. What was read stays so.',
        body: ReadNotificationsBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await markRead(db, getUser(request).id, request.body.ids)
      return reply.status(204).send(null)
    },
  )

  app.get(
    '/admin/notification-recipients',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listRecipients',
        summary: 'Who gets notifications by mail, and which',
        description: 'Those that wait for their link get no mails yet.',
        response: { 200: z.array(NotificationRecipient) },
      },
    },
    () => listRecipients(db),
  )

  app.post(
    '/admin/notification-recipients',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'addRecipient',
        summary: 'Send notifications to one more address, once it is confirmed',
        description: "An admin's own verified address counts at once; any other gets a link to confirm it.",
        body: AddRecipientBody,
        response: { 201: NotificationRecipient },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await addRecipient(services, request.body, byOf(request))),
  )

  app.patch(
    '/admin/notification-recipients/:id',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'changeRecipient',
        summary: 'Choose which notifications an address gets',
        description: 'The kinds that are named are switched on, all others off.',
        params: IdParams,
        body: ChangeRecipientBody,
        response: { 200: NotificationRecipient },
      },
    },
    (request) => changeRecipient(db, { ...request.params, ...request.body }, byOf(request)),
  )

  app.delete(
    '/admin/notification-recipients/:id',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'removeRecipient',
        summary: 'Send no more notifications to an address',
        description: 'The bell in the admin area goes on telling of everything.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeRecipient(db, request.params.id, byOf(request))
      return reply.status(204).send(null)
    },
  )
}
