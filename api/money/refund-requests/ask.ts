/** The customer's side of a refund request: asking for a refund, and answering the decision. */

import type { Knex } from 'knex'
import type { AnswerRefundBody, AskRefundBody } from '#api/contract/money/refund-requests.ts'
import { recordRefund } from '#api/money/refunds/queries.ts'
import { assertRefundable, refundOrder, refuseWhileAllDisputed } from '#api/money/refunds/refund.ts'
import { lockOwnOrder } from '#api/orders/deliveries/acceptance.ts'
import { announce, toOrderPayload } from '#api/orders/order/announce.ts'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict } from '#api/platform/errors.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { type Money, money, parseAmount, toDecimal, zeroOf } from '#api/rules/money/money.ts'
import { canCancel, listCustomerActs, REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { hasPayment } from '#api/rules/orders.ts'
import { refuse } from '#db/connection/unique-violation.ts'
import { RefundRequest } from '#db/models/money/refund-request.ts'
import type { Order } from '#db/models/orders/order.ts'
import {
  changeRequest,
  decisionDueAt,
  findLast,
  getSeen,
  listAdminMails,
  readMoney,
  readPolicyFacts,
  toCustomerMail,
} from './change.ts'

export interface CustomerRequest {
  orderId: number
  actor: Actor
}

export const asCustomer = ({ id }: Actor) => ({ actorKind: 'customer', actorId: id }) as const

export async function insertRequest(trx: Knex.Transaction, order: Order, fields: Partial<RefundRequest>) {
  const inserted = RefundRequest.query(trx).insert({ orderId: order.id, dueAt: decisionDueAt(), ...fields })
  return inserted.returning('*')
}

/**
 * Asks for a refund, for an admin to decide.
 * @throws NotFound; InvalidInput; Conflict cancel_instead, request_open, not_refundable, exceeds_refundable
 */
export async function askForRefund(
  { db, jobs }: Services,
  { reason, workGoesOn = false, amount, ...own }: AskRefundBody & CustomerRequest,
): Promise<void> {
  await db
    .transaction(async (trx) => {
      const order = await lockOwnOrder(trx, own)
      const { id: orderId } = order
      const { left } = await readMoney(trx, orderId)
      const last = await findLast(trx, orderId)
      if (last && REFUND_REQUEST_STATE[last.state].isLive) throw requestOpen()
      if (canCancel(await readPolicyFacts(trx, order), new Date())) {
        const message = 'You can cancel this order for a full refund without a review.'
        throw new Conflict('cancel_instead', message)
      }
      const isDeclined = last !== undefined && REFUND_REQUEST_STATE[last.state].isDeclined
      if (!hasPayment(order) || left.minor <= 0 || isDeclined) {
        const message = isDeclined
          ? 'This was already decided. You can dispute it within 30 days.'
          : 'There is nothing left to refund for this order'
        throw new Conflict('not_refundable', message)
      }
      const asked = amount === undefined ? left : (parseAmount(amount, left.currency) ?? zeroOf(left))
      assertRefundable(asked, left)
      const words = { reason, workGoesOn, askedCents: asked.minor, currency: asked.currency }
      const request = await insertRequest(trx, order, { authorId: own.actor.id, ...words })
      const note = `Requested a refund of ${formatMoney(asked)}`
      await changeRequest(trx, order, request, {})
      await announce(trx, orderId, {
        type: 'refund_requested',
        jobs,
        history: { ...asCustomer(own.actor), note },
        webhook: { ...toOrderPayload(order), requestId: request.id, askedAmount: toDecimal(asked) },
        mails: [toCustomerMail(request, 'asked'), ...(await listAdminMails(trx, request))],
      })
    })
    .catch(refuse('refund_requests_live_idx', requestOpen))
}

const requestOpen = () => new Conflict('request_open', 'You have already requested a refund')

/**
 * Handles the customer's answer to a decision. Agreeing requests the refund of the offered amount, in the admin's name.
 * @throws NotFound; Conflict request_changed, not_open, in_dispute, already_refunded, exceeds_refundable
 */
export async function answerDecision(
  { db, jobs }: Services,
  { version, answer, text = '', ...own }: AnswerRefundBody & CustomerRequest,
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockOwnOrder(trx, own)
    const request = await getSeen(trx, order.id, version)
    if (!listCustomerActs(request, new Date()).includes(answer)) {
      throw new Conflict('not_open', 'This is no longer possible. Please reload the page.')
    }
    const end = async (fields: Partial<RefundRequest>, note: string) => {
      await changeRequest(trx, order, request, fields)
      const history = { ...asCustomer(own.actor), note }
      await announce(trx, order.id, { type: 'refund_request_ended', history })
    }
    if (answer === 'withdraw') return end({ state: 'withdrawn' }, 'Withdrew the refund request')
    if (answer === 'agree') {
      await refuseWhileAllDisputed(trx, (await readMoney(trx, order.id)).payments)
      const { offer, decidedById: adminId } = request
      if (!offer || adminId === null) throw new Error(`Refund request ${request.id} offers nothing`)
      const amount = money(offer.amountCents, request.currency)
      const refund = await startDecidedRefund(jobs, trx, request, { amount, adminId })
      const fields = { state: 'refunded', refundId: refund.id } as const
      return end(fields, `Agreed to a refund of ${formatMoney(amount)}`)
    }
    const second = { secondLookAt: new Date(), secondReason: text }
    const review = { state: 'open', dueAt: decisionDueAt(), dueReason: '' } as const
    await changeRequest(trx, order, request, { ...review, ...second })
    await announce(trx, order.id, {
      type: 'refund_decision_disputed',
      jobs,
      history: { ...asCustomer(own.actor), note: 'Disputed the refund decision' },
      mails: [toCustomerMail(request, 'asked'), ...(await listAdminMails(trx, request))],
    })
  })
}

/** Requests the refund that an admin has decided on. @throws as refundOrder does */
export async function startDecidedRefund(
  jobs: Jobs,
  trx: Knex.Transaction,
  { id, orderId }: RefundRequest,
  { amount, adminId }: { amount: Money; adminId: number },
) {
  const refunds = await refundOrder(jobs, trx, orderId, {
    amount,
    reason: `Refund request ${id}`,
    by: { actorKind: 'admin', actorId: adminId },
  })
  for (const { id: refundId } of refunds) await recordRefund(trx, refundId, adminId)
  return refunds[0]
}
