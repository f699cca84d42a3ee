/** The notifications behind the bell. Each admin has their own read marks. */
import type { Knex } from 'knex'
import { raw } from 'objection'
import {
  type NotificationKind,
  type NotificationListQuery,
  Notification as WireNotification,
} from '#api/contract/outbound/notifications.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { fetchPage, type SortExpressions } from '#api/platform/lists/list.ts'
import { holdsWord, whereWordsHeld } from '#api/platform/lists/search.ts'
import { Notification } from '#db/models/outbound/notification.ts'

const SORTS: SortExpressions<'createdAt'> = {
  createdAt: ['notifications.created_at', 'notifications.id'],
}
const IS_READ = `EXISTS (SELECT FROM notification_reads
  WHERE notification_id = notifications.id AND user_id = ?)`

type Row = Notification & { isRead: boolean }

export async function listNotifications(db: Knex, adminId: number, list: NotificationListQuery) {
  const query = Notification.query(db).select('notifications.*', raw(IS_READ, [adminId]).as('isRead'))
  if (list.kind) query.where({ kind: list.kind })
  if (list.state) query.whereRaw(`${list.state === 'unread' ? 'NOT' : ''} ${IS_READ}`, [adminId])
  whereWordsHeld(query, holdsWord(`' ' || title`), list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: (rows as Row[]).map(toWireNotification), total }
}

export async function countUnread(db: Knex, adminId: number): Promise<number> {
  return await Notification.query(db).whereRaw(`NOT ${IS_READ}`, [adminId]).resultSize()
}

/** @param ids unset: all notifications; unknown ids are ignored */
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
