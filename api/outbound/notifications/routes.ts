import { NotificationMails, ReadNotificationsBody } from '#api/contract/outbound/notifications.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { listMailedKinds, setMailedKinds } from './mailed-kinds.ts'
import { markRead, notificationList } from './queries.ts'

export function notificationAdminRoutes(app: App, { db }: Services): void {
  listCall(app, db, 'GET /admin/notifications', notificationList, {
    operationId: 'listNotifications',
    summary: 'What has happened in the shop, newest first, and whether you have read it',
    description: 'Of the last 90 days.',
  })

  call(app, 'POST /admin/notifications/read', {
    access: 'admin',
    operationId: 'readNotifications',
    summary: 'Mark notifications as read by you',
    description: 'Those that are named, or all.',
    body: ReadNotificationsBody,
    handler: (request) => markRead(db, getUser(request).id, request.body.ids),
  })

  call(app, 'GET /admin/notification-mails', {
    access: 'admin',
    operationId: 'getNotificationMails',
    summary: 'Which notifications you get by mail',
    response: NotificationMails,
    handler: async (request) => ({ kinds: await listMailedKinds(db, getUser(request).id) }),
  })

  call(app, 'PUT /admin/notification-mails', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'setNotificationMails',
    summary: 'Choose which notifications you get by mail',
    description: 'The named kinds are switched on, all others off.',
    body: NotificationMails,
    response: NotificationMails,
    handler: async (request) => ({ kinds: await setMailedKinds(db, request.body.kinds, getActor(request)) }),
  })
}
