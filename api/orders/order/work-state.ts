/** Writes `workState`, which refines an order's status. No other file writes it, except by {@link NO_WORK}. */

import type { Knex } from 'knex'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { ACCEPTANCE_DAYS } from '#api/rules/promises.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { OrderCredentials } from '#db/models/orders/credentials.ts'
import { DeliveryRequest } from '#db/models/orders/delivery.ts'
import type { Order, OrderEvent } from '#db/models/orders/order.ts'
import { settleWait } from './waits.ts'

const AGAIN = 'Reopened by the team'
const CLOSED = 'Closed by the team'
/** Notes of an admin's change of status that cleared a work state. Undoing the change restores the state. */
export const ENDED_BY_TEAM: Readonly<Record<Order['status'], string>> = {
  pending: AGAIN,
  processing: AGAIN,
  completed: CLOSED,
  cancelled: CLOSED,
}

export const NO_WORK = { workState: null, acceptBy: null } satisfies Partial<Order>

/** Closes the customer's requests. @param which unset: also those that await the team's decision */
export async function closeRequests(trx: Knex.Transaction, orderId: number, which?: 'decided') {
  const open = trx('delivery_requests').where({ orderId, closedAt: null })
  if (which === 'decided') open.whereNotNull('outcome')
  await open.update({ closedAt: trx.fn.now() })
}

/** Closes live refund requests after a full refund, which leaves nothing to decide. */
export async function closeRefundRequests(trx: Knex.Transaction, orderId: number): Promise<void> {
  await trx('refund_requests')
    .where({ orderId })
    .whereIn('state', statusesThat(REFUND_REQUEST_STATE, 'isLive'))
    .update({ state: 'refunded', closedAt: trx.fn.now(), version: trx.raw('version + 1') })
}

/** Reopens the requests that an undone step had closed. @param closedAt SQL: the time of that step */
export async function reopenRequests(trx: Knex.Transaction, orderId: number, closedAt: Knex.Raw) {
  await DeliveryRequest.query(trx).where({ orderId }).where('closedAt', closedAt).patch({ closedAt: null })
}

/**
 * Sets the work state, for an event that is announced by the caller. The promised date is paused while the delivery is with the
 * customer.
 * @param order locked
 */
export async function setWorkState(
  trx: Knex.Transaction,
  order: Order,
  state: Order['workState'],
  acceptBy: Date | null = null,
): Promise<void> {
  await order.$query(trx).patch({ workState: state, acceptBy })
  await settleWait(trx, order.id)
}

/** Queues the removal of credentials after the work has ended; an undo in time prevents it. */
export async function queueAccessRemoval(jobs: Jobs, trx: Knex.Transaction, orderId: number): Promise<void> {
  const given = await OrderCredentials.query(trx).findOne({ orderId }).select('id')
  if (given) await jobs.send(trx, 'remove-credentials', { orderId }, { startAfterSeconds: UNDO_SECONDS })
}

/** Restores the work state that an admin's change has cleared. The customer's time to test starts over. */
export async function restoreWork(trx: Knex.Transaction, order: Order, ending: OrderEvent): Promise<void> {
  const endedAt = trx.raw('(SELECT created_at FROM order_events WHERE id = ?)', ending.id)
  await reopenRequests(trx, order.id, endedAt)
  const requests = await DeliveryRequest.query(trx).where({ orderId: order.id, closedAt: null })
  const acceptBy = acceptanceEnd()
  if (requests.some(({ outcome }) => outcome === null)) {
    await setWorkState(trx, order, 'change_asked', acceptBy)
  } else if (requests.length > 0) {
    await setWorkState(trx, order, ORDER_STATUS[order.status].isOpen ? 'in_rework' : 'warranty')
  } else await setWorkState(trx, order, 'delivered', acceptBy)
}

/** @returns the customer's deadline for testing a delivery made now */
export const acceptanceEnd = (): Date => new Date(Date.now() + ACCEPTANCE_DAYS * 24 * 3_600_000)
