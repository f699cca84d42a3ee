/** Admin actions on an unpaid instalment: move its due date, or write it off. Each is recorded in the order's history and the audit log. */
import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import { updateLedgers } from '#api/money/invoices/issue.ts'
import { announce, toOrderPayload } from '#api/orders/order/announce.ts'
import { sumInstalments } from '#api/orders/order/instalments.ts'
import { setPaymentStatus } from '#api/orders/order/order-status.ts'
import type { InstalmentOf } from '#api/orders/order/resume-token.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow, InvalidInput } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { closingTime, formatBusinessDay } from '#api/rules/business-calendar.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { money } from '#api/rules/money/money.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Order } from '#db/models/orders/order.ts'

export type WantedInstalment = InstalmentOf & { admin: Actor }

export const instalmentNotOpen = () =>
  new Conflict('instalment_not_open', 'This instalment is already paid or no longer due')

/** Locks the order first and the admin's session second, as everywhere, to avoid deadlocks. @throws NotFound */
export async function lockOrder(
  trx: Knex.Transaction,
  { orderId, admin }: Omit<WantedInstalment, 'position'>,
): Promise<Order> {
  const order = await findOrThrow(Order.query(trx).findById(orderId).forUpdate(), 'Order')
  await admin.holdRight(trx)
  return order
}

/** @throws NotFound */
async function lockInstalment(trx: Knex.Transaction, { orderId, position, admin }: WantedInstalment) {
  const order = await lockOrder(trx, { orderId, admin })
  const instalment = await findOrThrow(OrderInstalment.query(trx).findById([orderId, position]), 'Instalment')
  return { order, instalment, amount: money(instalment.amountCents, instalment.currency) }
}

/** Records an admin's change in the order's history and in the audit log. */
export async function recordChangeOf(
  trx: Knex.Transaction,
  { order, admin, note }: { order: Order; admin: Actor; note: string },
  before: Parameters<typeof recordEdit>[2],
  after: Parameters<typeof recordEdit>[3],
): Promise<void> {
  const history = { actorKind: 'admin', actorId: admin.id, note } as const
  await announce(trx, order.id, { type: 'instalment_changed', history })
  const about = { actorId: admin.id, subjectId: order.id, label: order.invoiceNumber }
  await recordEdit(trx, { ...about, subject: 'order' }, before, after)
}

/** Restarts the customer's reminders from the new date. @throws NotFound; InvalidInput; Conflict instalment_not_open */
export async function moveDueDate(
  { db }: Services,
  { day, ...wanted }: WantedInstalment & { day: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { order, instalment } = await lockInstalment(trx, wanted)
    if (
      !INSTALMENT_STATE[instalment.state].isDue ||
      !instalment.dueAt ||
      !PAYMENT_STATUS[order.paymentStatus].isPartlyPaid
    )
      throw instalmentNotOpen()
    const dueAt = closingTime(day, calendar)
    if (!dueAt) throw new InvalidInput('day', 'That’s a weekend or holiday. Choose a business day.')
    if (dueAt < new Date()) throw new InvalidInput('day', 'The new date must be in the future')
    await instalment.$query(trx).patch({ dueAt, remindedDays: 0 })
    const [from, to] = [formatBusinessDay(instalment.dueAt, calendar), formatBusinessDay(dueAt, calendar)]
    const note = `${instalment.label}: due on ${to} instead of ${from}`
    await recordChangeOf(
      trx,
      { order, admin: wanted.admin, note },
      { [`instalment${instalment.position}DueOn`]: from },
      { [`instalment${instalment.position}DueOn`]: to },
    )
  })
}

/**
 * Stops asking for the instalment. If it was invoiced, a credit note cancels the invoice. If nothing else is unpaid, the order
 * becomes paid.
 * @throws NotFound; Conflict instalment_not_open
 */
export async function writeOffInstalment(
  { db, jobs }: Services,
  { reason, ...wanted }: WantedInstalment & { reason: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { order, instalment, amount } = await lockInstalment(trx, wanted)
    const isLeft = INSTALMENT_STATE[instalment.state].isOpen || INSTALMENT_STATE[instalment.state].hasLapsed
    const { paymentStatus } = order
    if (!isLeft || PAYMENT_STATUS[paymentStatus].isUnpaid || order.isErased) throw instalmentNotOpen()
    await instalment.$query(trx).patch({ state: 'written_off' })
    await updateLedgers(trx, order)
    const { admin } = wanted
    const field = `instalment${instalment.position}`
    await recordChangeOf(
      trx,
      { order, admin, note: `${instalment.label} of ${formatMoney(amount)} is written off: ${reason}` },
      { [field]: instalment.state, reason: null },
      { [field]: 'written_off', reason },
    )
    // A refunded order stays refunded.
    if (!PAYMENT_STATUS[paymentStatus].isPartlyPaid) return
    const instalments = await OrderInstalment.query(trx).where({ orderId: order.id })
    if (instalments.some(({ state }) => !INSTALMENT_STATE[state].isSettled)) return
    const cause = { actorKind: 'admin', actorId: admin.id, note: 'Nothing is left to pay' } as const
    await setPaymentStatus(jobs, trx, order, 'paid', cause)
    const webhook = { ...toOrderPayload(order), ...sumInstalments(instalments, order.currency) }
    await announce(trx, order.id, { type: 'rest_written_off', jobs, webhook })
  })
}
