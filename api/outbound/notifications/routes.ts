import * as z from 'zod'
import {
  Notification,
  NotificationListQuery,
  NotificationMails,
  ReadNotificationsBody,
} from '#api/contract/outbound/notifications.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { sendPage } from '#api/platform/lists/list.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { listMailedKinds, setMailedKinds } from './mailed-kinds.ts'
import { listNotifications, markRead } from './queries.ts'

export function notificationAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/notifications', {
    access: 'admin',
    operationId: 'listNotifications',
    summary: 'What has happened in the shop, newest first, and whether you have read it',
    description: "Of the last 90 days. Whether one is read is each admin's own.",
    querystring: NotificationListQuery,
    response: z.array(Notification),
    handler: async (request, reply) =>
      sendPage(reply, await listNotifications(db, getUser(request).id, request.query)),
  })

  call(app, 'POST /admin/notifications/read', {
    access: 'admin',
    operationId: 'readNotifications',
    summary: 'Mark notifications as read by you',
    description: 'Those that are named, or all. What was read stays so.',
    body: ReadNotificationsBody,
    handler: (request) => markRead(db, getUser(request).id, request.body.ids),
  })

  call(app, 'GET /admin/notification-mails', {
    access: 'admin',
    operationId: 'getNotificationMails',
    summary: 'Which notifications you get by mail',
    description: 'All, but for those that you have switched off.',
    response: NotificationMails,
    handler: async (request) => ({ kinds: await listMailedKinds(db, getUser(request).id) }),
  })

  call(app, 'PUT /admin/notification-mails', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'setNotificationMails',
    summary: 'Choose which notifications you get by mail',
    description:
      'The kinds that are named are switched on, all others off. The bell goes on telling of everything.',
    body: NotificationMails,
    response: NotificationMails,
    handler: async (request) => ({ kinds: await setMailedKinds(db, request.body.kinds, getActor(request)) }),
  })
}
