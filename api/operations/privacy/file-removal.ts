/** Mails customers a month before the files of an old order are removed. While that mail is not sent, the files stay. */

import type { Knex } from 'knex'
import { announce } from '#api/orders/order/announce.ts'
import { CUSTOMER_HAS_EMAIL } from '#api/orders/order/mails.ts'
import { IS_SHARED_WITH_CUSTOMER } from '#api/orders/order/order-files.ts'
import { HAS_OPEN_CLAIM } from '#api/orders/order/work.ts'
import type { Services } from '#api/platform/app-type.ts'
import { FILE_STATE } from '#api/rules/order-work/order-files.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { MAIL_STATE } from '#api/rules/outgoing.ts'
import { RETENTION_PERIODS } from '#api/rules/promises.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { Order } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'

/** SQL: ids of orders whose work ended more than `:after` ago and that have no open request, refund or dispute. */
export const ENDED_ORDERS = `SELECT id FROM orders
  WHERE status NOT IN (${listStatuses(ORDER_STATUS, 'isOpen')}) AND created_at < now() - :after::interval
    AND NOT EXISTS (SELECT FROM order_events WHERE order_events.order_id = orders.id
      AND order_events.kind = 'status' AND order_events.created_at >= now() - :after::interval)
    AND NOT EXISTS (SELECT FROM delivery_requests WHERE delivery_requests.order_id = orders.id
      AND delivery_requests.closed_at IS NULL)
    AND NOT ${HAS_OPEN_CLAIM}`

/** The customer is notified this many days before the removal. */
export const REMOVAL_NOTICE_DAYS = 30
/** A mail that could not be sent is followed by another one after this time. */
const RETRY_DAYS = 7

/** SQL: whether the customer can download the file of a row of `order_files`. */
const IS_DOWNLOADABLE = `order_files.state IN (${listStatuses(FILE_STATE, 'isReady')}) AND ${IS_SHARED_WITH_CUSTOMER}`

/** SQL: whether a row of `orders` has files whose removal must be announced first: to a customer who can be mailed. */
export const NEEDS_REMOVAL_NOTICE = `(${CUSTOMER_HAS_EMAIL}
  AND EXISTS (SELECT FROM order_files WHERE order_files.order_id = orders.id AND ${IS_DOWNLOADABLE}))`

/** Runs daily. */
export async function announceFileRemoval({ db, jobs }: Services): Promise<void> {
  // The month begins when the mail is sent, not when it is queued, because the mail server may have been down.
  await db.raw(`UPDATE orders SET files_notice_at = sent.at
    FROM (SELECT payload ->> 'orderId' AS order_id, min(sent_at) AS at FROM outbox
      WHERE kind = 'files_end' AND sent_at IS NOT NULL GROUP BY 1) AS sent
    WHERE orders.id = sent.order_id::integer AND orders.files_notice_at IS NULL`)
  const due = await db
    .raw<{ rows: { id: number }[] }>(
      `${ENDED_ORDERS} AND files_notice_at IS NULL AND ${NEEDS_REMOVAL_NOTICE}
        AND NOT EXISTS (SELECT FROM outbox WHERE kind = 'files_end' AND payload ->> 'orderId' = orders.id::text
          AND (state IN (${listStatuses(MAIL_STATE, 'isQueued')}) OR created_at > now() - interval '${RETRY_DAYS} days'))`,
      { after: `${RETENTION_PERIODS.projectFiles} -${REMOVAL_NOTICE_DAYS} days` },
    )
    .then(({ rows }) => rows)
  for (const { id: orderId } of due) {
    const mails = [{ kind: 'files_end', payload: { orderId } }] as const
    await db.transaction((trx) => announce(trx, orderId, { type: 'files_end', jobs, mails }))
  }
}

/** @returns how many files the customer can still download, and the day after which they are removed */
export async function readFileRemoval(
  db: Knex,
  orderId: number,
): Promise<{ count: number; removedAfter: Date }> {
  const count = await OrderFile.query(db).where({ orderId }).whereRaw(IS_DOWNLOADABLE).resultSize()
  const { goAt } = await Order.query(db)
    .findById(orderId)
    .select(
      db.raw(
        `greatest(now() + interval '${REMOVAL_NOTICE_DAYS} days', ?::interval + greatest(created_at, (SELECT max(e.created_at)
          FROM order_events e WHERE e.order_id = orders.id AND e.kind = 'status'))) AS go_at`,
        RETENTION_PERIODS.projectFiles,
      ),
    )
    .throwIfNotFound()
    .castTo<{ goAt: Date }>()
  return { count, removedAfter: goAt }
}
