/** Scheduled notifications: the daily digest, outdated or broken backups, and mails that are no longer retried. */

import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import type { Services } from '#api/platform/app-type.ts'
import { pluralize } from '#api/platform/mail/words.ts'
import {
  dayOf,
  formatBusinessDay,
  formatBusinessMoment,
  isBusinessOpen,
} from '#api/rules/business-calendar.ts'
import { DEFAULT_CURRENCY } from '#api/rules/money/currencies.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { type Money, money } from '#api/rules/money/money.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { MAIL_STATE } from '#api/rules/outgoing.ts'
import { OLDEST_BACKUP_HOURS } from '#api/rules/periods.ts'
import { PROJECT_REPLY_HOURS } from '#api/rules/promises.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'
import { adminPath, notify, notifyOfFailedMail } from './notify.ts'

const HOUR_MS = 60 * 60 * 1000

/** Counts of late work, passed in because orders depend on this module and not the reverse. */
interface Late {
  /** Orders whose first promised date has passed. */
  countLate: (db: Knex, now: Date) => Promise<number>
  findLateReplies: (db: Knex, now: Date) => Promise<{ orders: number; longestHours: number }>
}

/** Called every minute. Each notification has a key and is added once, so repeats do nothing. */
export async function notifyByClock(services: Services, ofOrders: Late, now = new Date()): Promise<void> {
  await sendDigest(services, ofOrders, now)
  await notifyOfOldBackup(services, now)
  await notifyOfFailedProof(services)
  await notifyOfAbandonedMails(services)
}

const DIGEST_KEY = 'daily_digest:'

/** Once per business day: when the company opens or, if that was missed, later that day. */
async function sendDigest({ db, jobs }: Services, ofOrders: Late, now: Date): Promise<void> {
  if (!isBusinessOpen(now, calendar)) return
  const today = dayOf(now, calendar)
  const last = await Notification.query(db)
    .where({ kind: 'daily_digest' })
    .orderBy('id', 'desc')
    .select('key')
    .first()
  const lastDay = last?.key.slice(DIGEST_KEY.length)
  if (lastDay !== undefined && lastDay >= today) return
  const yesterday = dayOf(new Date(now.getTime() - 24 * HOUR_MS), calendar)
  const from = lastDay ?? yesterday
  const { orders, worth } = await countSold(db, from, today)
  const open = await Order.query(db)
    .whereIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'hasPayment'))
    .whereIn('status', statusesThat(ORDER_STATUS, 'isOpen'))
    .select('status')
  const waiting = open.filter(({ status }) => ORDER_STATUS[status].awaitsStart).length
  const late = await ofOrders.countLate(db, now)
  const replies = await ofOrders.findLateReplies(db, now)
  const longest =
    replies.orders > 0 ? `, the longest for ${pluralize(replies.longestHours, 'business hour')}` : ''
  const since =
    from === yesterday
      ? 'Sold yesterday'
      : `Sold since ${formatBusinessDay(new Date(`${from}T12:00:00Z`), calendar)}`
  const sold = `${pluralize(orders, 'order')}, ${worth.map(formatMoney).join(' and ')}`
  await db.transaction((trx) =>
    notify(jobs, trx, {
      kind: 'daily_digest',
      key: `${DIGEST_KEY}${today}`,
      title: `${since}: ${sold}`,
      facts: [
        { label: since, value: sold },
        { label: 'Waiting to start', value: pluralize(waiting, 'order') },
        { label: 'Late', value: pluralize(late, 'order') },
        {
          label: `Reply later than ${PROJECT_REPLY_HOURS} business hours`,
          value: `${pluralize(replies.orders, 'order')}${longest}`,
        },
      ],
      path: adminPath({ tab: 'orders' }),
    }),
  )
}

/** @param from,until days in the company's time zone, such as 2026-11-20; `until` is excluded */
async function countSold(db: Knex, from: string, until: string): Promise<{ orders: number; worth: Money[] }> {
  const { rows } = await db.raw<{ rows: { orders: number; cents: number; currency: string }[] }>(
    `SELECT currency, count(*) AS orders, sum(amount_cents) AS cents FROM orders
     WHERE paid_at >= :from::timestamp AT TIME ZONE :zone AND paid_at < :until::timestamp AT TIME ZONE :zone
     GROUP BY currency ORDER BY orders DESC, currency`,
    { from, until, zone: calendar.timeZone },
  )
  const worth = rows.map(({ cents, currency }) => money(Number(cents), currency))
  return {
    orders: rows.reduce((sum, row) => sum + Number(row.orders), 0),
    worth: worth.length > 0 ? worth : [money(0, DEFAULT_CURRENCY)],
  }
}

/** Once a day while the last backup is too old. A shop without any backup is only warned in production. */
async function notifyOfOldBackup({ db, env, jobs }: Services, now: Date): Promise<void> {
  const at = (await OperationMark.query(db).findById('backup'))?.markedAt
  if (at ? now.getTime() - at.getTime() < OLDEST_BACKUP_HOURS * HOUR_MS : !env.isProduction) return
  await db.transaction((trx) =>
    notify(jobs, trx, {
      kind: 'backup_old',
      key: `backup_old:${now.toISOString().slice(0, 10)}`,
      title: at ? 'The last backup is old' : 'There is no backup',
      facts: at ? [{ label: 'Last backup', value: formatBusinessMoment(at, calendar) }] : [],
      path: adminPath({ tab: 'overview' }),
    }),
  )
}

/** Once for each backup that failed its test restore. */
async function notifyOfFailedProof({ db, jobs }: Services): Promise<void> {
  const proof = await OperationMark.query(db).findById('backup_proof')
  if (proof?.details.problem === undefined) return
  const { markedAt, details } = proof
  await db.transaction((trx) =>
    notify(jobs, trx, {
      kind: 'backup_old',
      key: `backup_unproved:${markedAt.toISOString()}`,
      title: 'A backup could not be restored',
      facts: [
        { label: 'File', value: String(details.file) },
        { label: 'Problem', value: String(details.problem) },
      ],
      path: adminPath({ tab: 'overview' }),
    }),
  )
}

/** Mails whose job has used up its retries. A permanent refusal by the receiving server is reported at once (mail/send.ts). */
async function notifyOfAbandonedMails({ db, jobs }: Services): Promise<void> {
  const { rows } = await db.raw<{ rows: { id: number; kind: string }[] }>(
    // biome-ignore lint/plugin: the state of a job, which is pg-boss's
    `SELECT outbox.id, outbox.kind FROM jobs.job
     JOIN outbox ON outbox.id = (job.data ->> 'outboxId')::integer
     WHERE job.name = 'mail' AND job.state = 'failed' AND outbox.state IN (${listStatuses(MAIL_STATE, 'isQueued')})
       AND NOT EXISTS (SELECT FROM notifications WHERE key = 'mail_failed:' || outbox.id)`,
  )
  for (const mail of rows) await db.transaction((trx) => notifyOfFailedMail(jobs, trx, mail))
}
