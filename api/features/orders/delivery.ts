/** When an order is promised for, and whether its delivery time waits (docs/product/back-office.md, Delivery dates). */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { calendar } from '../../content/content.ts'
import { addWorkingDays } from '../../contract/business-calendar.ts'
import { isOpen, ORDER_STATUSES } from '../../contract/order-statuses.ts'

/** @returns when the company closes on the last of the business days */
export function promiseDelivery(startsAt: Date, businessDays: number): Date {
  return addWorkingDays(startsAt, businessDays, calendar)
}

/** @returns null for an order that was never paid */
export function getPromisedAt({
  promisedAt,
  answersInAt,
  paidAt,
  deliveryDays,
}: Pick<Order, 'promisedAt' | 'answersInAt' | 'paidAt' | 'deliveryDays'>): Date | null {
  // Orders that were paid before the date was stored have none.
  return promisedAt ?? (paidAt && promiseDelivery(answersInAt ?? paidAt, deliveryDays))
}

const OPEN = ORDER_STATUSES.filter(isOpen).map((status) => `'${status}'`)

/** SQL: whether a row of `orders` is of a paid order whose work is to come. */
export const IN_WORK = `(orders.payment_status = 'paid' AND orders.status IN (${OPEN}))`

/** SQL: whether such an order lacks required answers. */
export const AWAITS_ANSWERS = `(${IN_WORK} AND orders.answers_in_at IS NULL
  AND EXISTS (SELECT FROM package_questions q
    WHERE q.package_id = orders.package_id AND q.required AND q.retired_at IS NULL
      AND NOT EXISTS (SELECT FROM order_answers a
        WHERE a.order_id = orders.id AND a.question_id = q.id AND btrim(a.answer) <> '')))`

/** Of a single order; lists select it with the rest. */
export async function isAwaitingAnswers(db: Knex, orderId: number): Promise<boolean> {
  return (await Order.query(db).findById(orderId).whereRaw(AWAITS_ANSWERS).resultSize()) > 0
}
