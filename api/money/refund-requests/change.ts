/** Shared by all changes of a refund request: the order's wait, its history, mails and the money that is left. */
import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import type { MailPayloads } from '#api/contract/operations/mail-kinds.ts'
import { listPayments, paymentAmount, sumAllRefunds } from '#api/money/refunds/refund.ts'
import { hasWorkStarted } from '#api/orders/order/beginning.ts'
import { settleWait } from '#api/orders/order/waits.ts'
import { findWholeDelivery } from '#api/orders/order/work.ts'
import { Conflict } from '#api/platform/errors.ts'
import type { NewMail } from '#api/platform/mail/outbox.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { addWorkingDays } from '#api/rules/business-calendar.ts'
import { DEFAULT_CURRENCY } from '#api/rules/money/currencies.ts'
import { money, subtract, sumOf } from '#api/rules/money/money.ts'
import { REFUND_REQUEST_STATE, type Stages } from '#api/rules/order-work/refund-request.ts'
import { REFUND_REVIEW_DAYS } from '#api/rules/promises.ts'
import { type Offer, RefundRequest } from '#db/models/money/refund-request.ts'
import type { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'

/** Reads the stored calculation of an offered amount. */
export function readStages(offer: Offer, currency: string): Stages {
  const { paidCents, priceCents = paidCents, earlierCents, costsCents, ...stages } = offer
  return {
    ...stages,
    paid: money(paidCents, currency),
    price: money(priceCents, currency),
    earlier: money(earlierCents, currency),
    costs: money(costsCents, currency),
  }
}

/** @returns when the decision on a request made now is due, as the refund policy promises */
export const decisionDueAt = (): Date => addWorkingDays(new Date(), REFUND_REVIEW_DAYS[1], calendar)

/** @returns the payments and their sums; `left` can still be refunded */
export async function readMoney(db: Knex, orderId: number) {
  const payments = await listPayments(db, orderId)
  const currency = payments[0] ? paymentAmount(payments[0]).currency : DEFAULT_CURRENCY
  const earlier = await sumAllRefunds(db, currency, payments, 'asked')
  const paid = sumOf(currency, payments.map(paymentAmount))
  return { payments, paid, earlier, left: subtract(paid, earlier) }
}

/** Within this time the provider reports whether it has sent the money at once. */
const TOGETHER_SECONDS = 60

export const findLast = (db: Knex, orderId: number): Promise<RefundRequest | undefined> =>
  RefundRequest.query(db).where({ orderId }).orderBy('id', 'desc').first().execute()

/**
 * Finds the latest request, if it has not changed since the caller saw it.
 * @param version the one that the caller saw
 * @throws Conflict request_changed
 */
export async function getSeen(trx: Knex.Transaction, orderId: number, version: number) {
  const request = await findLast(trx, orderId)
  if (!request || request.version !== version) throw requestChanged()
  return request
}

/** Nobody may decide their own request. @throws Conflict own_request */
export function refuseOwnRequest({ authorId }: RefundRequest, { id }: Pick<Actor, 'id'>): void {
  if (authorId === id) throw new Conflict('own_request', 'This request is your own')
}

export const requestChanged = () =>
  new Conflict('request_changed', 'This request has changed. Please reload the page.')

/** Stores a change of a request, which the caller announces. @param order locked */
export async function changeRequest(
  trx: Knex.Transaction,
  order: Order,
  request: RefundRequest,
  fields: Partial<RefundRequest>,
): Promise<void> {
  const { state = request.state } = fields
  const closedAt = REFUND_REQUEST_STATE[state].isLive ? null : new Date()
  await request.$query(trx).patch({ ...fields, closedAt, version: request.version + 1 })
  await settleWait(trx, order.id)
}

export function toCustomerMail(
  { id: requestId, orderId, state }: RefundRequest,
  event: MailPayloads['refund_request']['event'],
): NewMail<'refund_request'> {
  // If the money is sent within this time, its receipt replaces the mail that only promises it.
  const afterSeconds = REFUND_REQUEST_STATE[state].sendsMoney ? TOGETHER_SECONDS : 0
  return { kind: 'refund_request', payload: { orderId, requestId, event }, afterSeconds }
}

/** To all admins: a request awaits a decision, or an order was cancelled in time. */
export async function listAdminMails(
  trx: Knex.Transaction,
  { id: requestId }: RefundRequest,
): Promise<NewMail<'refund_asked'>[]> {
  const admins = await User.query(trx).where({ isAdmin: true, disabledAt: null }).select('id').orderBy('id')
  return admins.map(({ id: adminId }) => ({ kind: 'refund_asked', payload: { requestId, adminId } }))
}

/** Reads the facts on which the refund policy depends. */
export async function readPolicyFacts(db: Knex, { id, status, paymentStatus, paidAt }: Order) {
  const isDelivered = (await findWholeDelivery(db, id)) !== undefined
  return { status, paymentStatus, paidAt, isDelivered, hasWorkStarted: await hasWorkStarted(db, id) }
}
