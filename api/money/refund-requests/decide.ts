/** Admins' decisions on refund requests, and cancellations in time, which need no decision. */

import { calendar } from '#api/content/content.ts'
import type { DecideRefundBody, PostponeRefundBody } from '#api/contract/money/refund-requests.ts'
import { assertRefundable, refundOrder, refuseWhileAllDisputed } from '#api/money/refunds/refund.ts'
import { lockOwnOrder } from '#api/orders/deliveries/acceptance.ts'
import { lockPaidOrder } from '#api/orders/deliveries/team.ts'
import { announce } from '#api/orders/order/announce.ts'
import { setOrderStatus } from '#api/orders/order/order-status.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, InvalidInput } from '#api/platform/errors.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { closingTime, formatBusinessDay } from '#api/rules/business-calendar.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { type Money, money, parseAmount, smaller } from '#api/rules/money/money.ts'
import { canCancel, decidedState, REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { STATUS_AFTER } from '#api/rules/orders.ts'
import { FULL_REFUND_HOURS } from '#api/rules/promises.ts'
import type { Offer, RefundRequest } from '#db/models/money/refund-request.ts'
import { asCustomer, type CustomerRequest, insertRequest, startDecidedRefund } from './ask.ts'
import {
  changeRequest,
  findLast,
  getSeen,
  listAdminMails,
  readMoney,
  readPolicyFacts,
  refuseOwnRequest,
  requestChanged,
  toCustomerMail,
} from './change.ts'

/**
 * Grants, offers less, or declines. The full amount asked for goes back at once; a lower offer waits for the customer's
 * agreement.
 * @throws NotFound; InvalidInput; Conflict request_changed, own_request, in_dispute, exceeds_refundable
 */
export async function decideRefundRequest(
  { db, jobs }: Services,
  { orderId, actor, ...body }: DecideRefundBody & { orderId: number; actor: Actor },
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockPaidOrder(trx, orderId)
    await actor.holdRight(trx)
    const request = await getSeen(trx, orderId, body.version)
    if (!REFUND_REQUEST_STATE[request.state].isLive) throw requestChanged()
    refuseOwnRequest(request, actor)
    const { payments, left, ...paid } = await readMoney(trx, orderId)
    await refuseWhileAllDisputed(trx, payments)
    const offer = toOffer(body, { ...paid, priceCents: order.amountCents })
    const amount = offer ? money(offer.amountCents, request.currency) : undefined
    if (amount) assertRefundable(amount, left)
    const state = decidedState(amount, smaller(money(request.askedCents, request.currency), left))
    const refund =
      REFUND_REQUEST_STATE[state].sendsMoney && amount
        ? await startDecidedRefund(jobs, trx, request, { amount, adminId: actor.id })
        : undefined
    await recordEdit(
      trx,
      { actorId: actor.id, subject: 'order', subjectId: orderId, label: order.invoiceNumber },
      { refundRequest: request.state },
      { refundRequest: state },
    )
    const fields = {
      state,
      offer,
      decidedById: actor.id,
      decidedAt: new Date(),
      answer: body.text,
      refundId: refund?.id ?? null,
    }
    await changeRequest(trx, order, request, fields)
    await announce(trx, orderId, {
      type: 'refund_request_decided',
      jobs,
      history: { actorKind: 'admin', actorId: actor.id, note: describe(amount, state) },
      mails: [toCustomerMail(request, 'decided')],
    })
  })
}

function toOffer(
  { decision, amount = '0', stages, stagesDone, costs }: DecideRefundBody,
  { paid, earlier, priceCents }: { paid: Money; earlier: Money; priceCents: number },
): Offer | null {
  if (decision === 'decline') return null
  const read = (path: 'amount' | 'costs', text: string) => {
    const found = parseAmount(text, paid.currency)
    if (!found) throw new InvalidInput(path, `This is not an amount of ${paid.currency}`)
    return found.minor
  }
  return {
    amountCents: read('amount', amount),
    stages,
    stagesDone,
    paidCents: paid.minor,
    ...(priceCents !== paid.minor && { priceCents }),
    earlierCents: earlier.minor,
    costsCents: read('costs', costs),
  }
}

function describe(amount: Money | undefined, state: RefundRequest['state']): string {
  if (!amount) return 'Refund declined'
  const text = formatMoney(amount)
  return REFUND_REQUEST_STATE[state].sendsMoney ? `Refund accepted: ${text}` : `Refund of ${text} offered`
}

/**
 * Cancels an order in time: within the period of full refunds without review, and before work has started.
 * @throws NotFound; Conflict cancel_too_late, in_dispute, already_refunded
 */
export async function cancelInTime({ db, jobs }: Services, own: CustomerRequest): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockOwnOrder(trx, own)
    const { id: orderId } = order
    if (!canCancel(await readPolicyFacts(trx, order), new Date())) {
      const message = `It can no longer be cancelled without a review: work has started, or it was paid more than ${FULL_REFUND_HOURS} hours ago. Please request a refund.`
      throw new Conflict('cancel_too_late', message)
    }
    const cause = asCustomer(own.actor)
    const refunds = order.isFree
      ? []
      : await refundOrder(jobs, trx, orderId, {
          amount: undefined,
          reason: 'cancelled_in_time',
          by: cause,
        })
    const last = await findLast(trx, orderId)
    const request =
      last && REFUND_REQUEST_STATE[last.state].isLive
        ? last
        : await insertRequest(trx, order, {
            authorId: own.actor.id,
            reason: '',
            askedCents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0),
          })
    const event = { ...cause, note: 'Cancelled in time, before work started' }
    // biome-ignore lint/plugin: the state of the request
    const fields = { state: 'cancelled', refundId: refunds[0]?.id ?? null } as const
    await changeRequest(trx, order, request, fields)
    await announce(trx, orderId, {
      type: 'cancelled_in_time',
      jobs,
      history: event,
      // biome-ignore lint/plugin: an event of the mail
      mails: [toCustomerMail(request, 'cancelled'), ...(await listAdminMails(trx, request))],
    })
    await setOrderStatus(jobs, trx, order, STATUS_AFTER.cancellation, event)
  })
}

/**
 * Postpones the decision if a matter is too complex for the policy's period.
 * @throws NotFound; InvalidInput; Conflict request_changed, own_request
 */
export async function postponeDecision(
  { db, jobs }: Services,
  { orderId, actor, version, day, reason }: PostponeRefundBody & { orderId: number; actor: Actor },
): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await lockPaidOrder(trx, orderId)
    await actor.holdRight(trx)
    const request = await getSeen(trx, orderId, version)
    if (!REFUND_REQUEST_STATE[request.state].awaitsTeam) throw requestChanged()
    refuseOwnRequest(request, actor)
    const dueAt = closingTime(day, calendar)
    if (!dueAt) throw new InvalidInput('day', 'That’s a weekend or holiday. Choose a business day.')
    const old = formatBusinessDay(request.dueAt, calendar)
    if (dueAt <= request.dueAt || dueAt < new Date())
      throw new InvalidInput('day', `The new date must be in the future and after ${old}`)
    const note = `Decision on the refund by ${formatBusinessDay(dueAt, calendar)} instead of ${old}`
    await changeRequest(trx, order, request, { dueAt, dueReason: reason })
    await announce(trx, orderId, {
      type: 'refund_request_postponed',
      jobs,
      history: { actorKind: 'admin', actorId: actor.id, note },
      mails: [toCustomerMail(request, 'postponed')],
    })
  })
}
