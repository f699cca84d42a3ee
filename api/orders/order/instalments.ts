/** How progress of the work makes an order's instalments due, and how its end lets them lapse. */
import type { Knex } from 'knex'
import type { OrderStatus } from '#api/contract/orders/orders.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { DISPUTE_STATUS } from '#api/rules/money/disputes.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Order } from '#db/models/orders/order.ts'
import { announce } from './announce.ts'

/** Whether some instalments are paid and others are not. */
export const isPartlyPaid = ({ isInInstalments, paymentStatus }: Order): boolean =>
  isInInstalments && PAYMENT_STATUS[paymentStatus].isPartlyPaid

/** SQL: whether a payment of a row of `orders` is in dispute. Meanwhile its other instalments are not asked for. */
export const HAS_OPEN_DISPUTE = `EXISTS (SELECT FROM payments p JOIN disputes d ON d.payment_id = p.id
  WHERE p.order_id = orders.id AND d.status IN (${listStatuses(DISPUTE_STATUS, 'isOpen')}))`

export const hasOpenDispute = async (db: Knex, orderId: number): Promise<boolean> =>
  (await Order.query(db).findById(orderId).whereRaw(HAS_OPEN_DISPUTE).select('id')) !== undefined

/** @returns the paid and the due amount, as in responses and webhooks */
export function sumInstalments(
  instalments: readonly Pick<OrderInstalment, 'state' | 'amountCents'>[],
  currency: string,
) {
  const sum = (property: 'isPaid' | 'isDue') =>
    instalments.reduce(
      (all, instalment) => all + (INSTALMENT_STATE[instalment.state][property] ? instalment.amountCents : 0),
      0,
    )
  const decimal = (minor: number) => toDecimal(money(minor, currency))
  return { paidAmount: decimal(sum('isPaid')), amountDue: decimal(sum('isDue')) }
}

/** Stops asking for unpaid instalments. @param stillDue positions of instalments still owed for finished work */
export async function lapseInstalments(
  trx: Knex.Transaction,
  orderId: number,
  stillDue: readonly number[] = [],
): Promise<void> {
  await OrderInstalment.query(trx)
    .where({ orderId })
    .whereIn('state', statusesThat(INSTALMENT_STATE, 'isOpen'))
    .whereNotIn('position', [...stillDue])
    .patch({ state: 'lapsed' })
}

/** Makes waiting instalments due. Mails the customer once the step can no longer be undone. @param which filter for the instalments */
async function makeDue(
  jobs: Jobs,
  trx: Knex.Transaction,
  orderId: number,
  which: Partial<OrderInstalment>,
  at: Date | Knex.Raw,
) {
  const instalments = await OrderInstalment.query(trx)
    .where({ ...which, orderId })
    .whereIn('state', statusesThat(INSTALMENT_STATE, 'isLater'))
    .patch({ state: 'due', dueAt: at as Date })
    .returning('position')
  await announce(trx, orderId, {
    type: 'instalment_due',
    jobs,
    mails: instalments.map(({ position }) => ({
      kind: 'instalment_due',
      payload: { orderId, position, days: 0 },
      unlessWaiting: { orderId, position },
      afterSeconds: UNDO_SECONDS,
    })),
  })
}

/** Makes the instalments due that wait for the delivery. */
export async function makeDueAtDelivery(jobs: Jobs, trx: Knex.Transaction, order: Order): Promise<void> {
  if (!isPartlyPaid(order)) return
  await makeDue(jobs, trx, order.id, { due: 'delivered' }, trx.raw('now()'))
}

/**
 * Makes instalments wait again that an undone delivery made due. An instalment stays due if the customer has opened its payment.
 * @param since SQL: the time of the delivery
 */
export async function takeBackDue(trx: Knex.Transaction, order: Order, since: Knex.Raw): Promise<void> {
  if (!isPartlyPaid(order)) return
  await OrderInstalment.query(trx)
    .where({ orderId: order.id, due: 'delivered', openedAt: null })
    .whereIn('state', statusesThat(INSTALMENT_STATE, 'isDue'))
    .where('dueAt', '>=', since)
    .patch({ state: 'waiting', dueAt: null })
}

/** Makes all waiting instalments due, because the work is completed. */
export async function makeAllDue(jobs: Jobs, trx: Knex.Transaction, order: Order): Promise<void> {
  if (!isPartlyPaid(order)) return
  await makeDue(jobs, trx, order.id, {}, order.completedAt ?? new Date())
  // Issues the invoices of unpaid instalments once this step can no longer be undone.
  await jobs.send(trx, 'invoice', { orderId: order.id }, { startAfterSeconds: UNDO_SECONDS })
}

/**
 * Updates the instalments after a change of the order's status: undoes the effects of the old status, then applies those of the new.
 * @param before the old status, and when the order was completed
 * @param stillDue for a cancelled order, see {@link lapseInstalments}
 */
export async function followStatus(
  jobs: Jobs,
  trx: Knex.Transaction,
  order: Order,
  before: { status: OrderStatus; completedAt: Date | null },
  stillDue: readonly number[],
): Promise<void> {
  const { id: orderId, status } = order
  if (!isPartlyPaid(order) || before.status === status) return
  if (ORDER_STATUS[before.status].isCancelled) {
    const state = trx.raw(`CASE WHEN due_at IS NULL THEN 'waiting' ELSE 'due' END`)
    const lapsed = statusesThat(INSTALMENT_STATE, 'hasLapsed')
    await trx('order_instalments').where({ orderId }).whereIn('state', lapsed).update({ state })
    // Instalments that the cancellation made due.
    await OrderInstalment.query(trx)
      .where({ orderId, openedAt: null })
      .whereIn('state', statusesThat(INSTALMENT_STATE, 'isDue'))
      .whereRaw(
        `due_at = (SELECT max(created_at) FROM order_events WHERE order_id = ? AND kind = 'status' AND to_value = ?)`,
        [orderId, before.status],
      )
      .patch({ state: 'waiting', dueAt: null })
  }
  if (before.completedAt) {
    await OrderInstalment.query(trx)
      .where({ orderId, dueAt: before.completedAt, openedAt: null })
      .whereIn('state', statusesThat(INSTALMENT_STATE, 'isDue'))
      .patch({ state: 'waiting', dueAt: null })
  }
  if (ORDER_STATUS[status].isCancelled) {
    for (const position of stillDue) await makeDue(jobs, trx, orderId, { position }, trx.raw('now()'))
    await lapseInstalments(trx, orderId, stillDue)
  }
  if (ORDER_STATUS[status].isDone) await makeAllDue(jobs, trx, order)
}
