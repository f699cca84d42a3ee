/** Notifications for the bell. Each admin has their own read marks. */
import type { Knex } from 'knex'
import { raw } from 'objection'
import {
  type NotificationKind,
  NotificationListQuery,
  Notification as WireNotification,
} from '#api/contract/outbound/notifications.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList, type List } from '#api/platform/lists/define-list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { Notification } from '#db/models/outbound/notification.ts'

const IS_READ = `EXISTS (SELECT FROM notification_reads
  WHERE notification_id = notifications.id AND user_id = ?)`

type Row = Notification & { isRead: boolean }

const listFor = (adminId: number) =>
  defineList({
    query: NotificationListQuery,
    row: WireNotification,
    select: (db) => Notification.query(db).select('notifications.*', raw(IS_READ, [adminId]).as('isRead')),
    sorts: { createdAt: ['notifications.created_at', 'notifications.id'] },
    filter: (query, { kind, state }) => {
      if (kind) query.where({ kind })
      // biome-ignore lint/plugin: a word of the filter
      if (state) query.whereRaw(`${state === 'unread' ? 'NOT' : ''} ${IS_READ}`, [adminId])
    },
    search: containsWord(`' ' || title`),
    toRow: toWireNotification,
  })

export const notificationList: List<typeof NotificationListQuery, typeof WireNotification> = {
  query: NotificationListQuery,
  row: WireNotification,
  page: (db, list, adminId) => listFor(adminId).page(db, list),
}

export async function countUnread(db: Knex, adminId: number): Promise<number> {
  return await Notification.query(db).whereRaw(`NOT ${IS_READ}`, [adminId]).resultSize()
}

/** @param ids unset: all notifications. Unknown ids are ignored. */
export async function markRead(db: Knex, adminId: number, ids: number[] | undefined): Promise<void> {
  const read = db('notifications').select('id', db.raw('?::integer', [adminId]))
  if (ids) read.whereIn('id', ids)
  await db
    .into(db.raw('notification_reads (notification_id, user_id)'))
    .insert(read)
    .onConflict(['notification_id', 'user_id'])
    .ignore()
}

const toWireNotification = (row: Row): WireNotification =>
  toWire(WireNotification, { ...row, kind: row.kind as NotificationKind })
