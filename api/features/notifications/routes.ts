import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import {
  AddRecipientBody,
  ChangeRecipientBody,
  ConfirmRecipientBody,
  ConfirmRecipientResponse,
  Notification,
  NotificationListQuery,
  NotificationRecipient,
  ReadNotificationsBody,
} from '../../contract/notifications.ts'
import { call } from '../../http/call.ts'
import { createOnce } from '../../http/idempotency.ts'
import { MINUTE_MS } from '../../http/limits.ts'
import { sendPage } from '../../lists/list.ts'
import { getActor, getUser } from '../../plugins/guards.ts'
import { listNotifications, markRead } from './notification-list.ts'
import {
  addRecipient,
  changeRecipient,
  confirmRecipient,
  listRecipients,
  removeRecipient,
} from './recipient.ts'

export function notificationRoutes(app: App, { db }: Services): void {
  call(app, 'POST /notification-recipients/confirm', {
    access: 'public',
    tag: 'Administration',
    operationId: 'confirmRecipient',
    summary: 'Confirm an address that is to get notifications, by the link of a mail',
    description: 'For whoever reads the mails of the address; no account is needed.',
    limits: [
      {
        name: 'confirm-recipient',
        by: 'address',
        max: 20,
        windowMs: 15 * MINUTE_MS,
        counts: ['recipient_link_invalid'],
      },
    ],
    body: ConfirmRecipientBody,
    response: ConfirmRecipientResponse,
    handler: (request) => confirmRecipient(db, request.body.token),
  })
}

export function notificationAdminRoutes(app: App, services: Services): void {
  const { db } = services

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

  call(app, 'GET /admin/notification-recipients', {
    access: 'admin',
    operationId: 'listRecipients',
    summary: 'Who gets notifications by mail, and which',
    description: 'Those that wait for their link get no mails yet.',
    response: z.array(NotificationRecipient),
    handler: () => listRecipients(db),
  })

  call(app, 'POST /admin/notification-recipients', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'addRecipient',
    summary: 'Send notifications to one more address, once it is confirmed',
    description: "An admin's own verified address counts at once; any other gets a link to confirm it.",
    refusals: { 409: 'The address is on the list already (address_taken)' },
    body: AddRecipientBody,
    status: 201,
    repeat: 'first_response',
    response: NotificationRecipient,
    handler: (request) =>
      createOnce(services, request, (own) => addRecipient(own, request.body, getActor(request))),
  })

  call(app, 'PATCH /admin/notification-recipients/:id', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'changeRecipient',
    summary: 'Choose which notifications an address gets',
    description: 'The kinds that are named are switched on, all others off.',
    params: IdParams,
    body: ChangeRecipientBody,
    response: NotificationRecipient,
    handler: (request) => changeRecipient(db, { ...request.params, ...request.body }, getActor(request)),
  })

  call(app, 'DELETE /admin/notification-recipients/:id', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'removeRecipient',
    summary: 'Send no more notifications to an address',
    description: 'The bell in the admin area goes on telling of everything.',
    params: IdParams,
    handler: (request) => removeRecipient(db, request.params.id, getActor(request)),
  })
}
