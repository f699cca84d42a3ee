/** Refund requests: the states, who may do what in each, what the policy grants, and how the amount is calculated. */

import { compare, isSame, type Money, smaller, subtract, takeShare, zeroOf } from '#api/rules/money/money.ts'
import { isInWork, type MoneyStatus, ORDER_STATUS, type OrderStatus } from '#api/rules/orders.ts'
import { FULL_REFUND_HOURS, SECOND_LOOK_DAYS } from '#api/rules/promises.ts'
import { namesOf } from '#api/rules/statuses.ts'

interface RefundRequestRules {
  /** Whether it waits for an admin or the customer. An admin may change an offer until the customer has answered. */
  isLive: boolean
  /** Whether it waits for an admin. */
  awaitsTeam: boolean
  /** Whether it waits for the customer to agree to less than was asked for. */
  awaitsCustomer: boolean
  /** Whether an admin's decision is in force. */
  isDecided: boolean
  /** Whether nothing goes back, unless the customer disputes it. */
  isDeclined: boolean
  /** Whether the money goes back without a further word. */
  sendsMoney: boolean
  /** Whether the customer has taken it back: an offer made to it no longer holds. */
  isWithdrawn: boolean
  /** Whether the customer cancelled the order in time, without a decision. */
  isCancelled: boolean
}

/** offered: less than was asked for. declined: closed, unless the customer disputes it. refunded: as decided. */
// biome-ignore format: one line a state
export const REFUND_REQUEST_STATE = {
  open: { isLive: true, awaitsTeam: true, awaitsCustomer: false, isDecided: false, isDeclined: false, sendsMoney: false, isWithdrawn: false, isCancelled: false },
  offered: { isLive: true, awaitsTeam: false, awaitsCustomer: true, isDecided: true, isDeclined: false, sendsMoney: false, isWithdrawn: false, isCancelled: false },
  declined: { isLive: false, awaitsTeam: false, awaitsCustomer: false, isDecided: true, isDeclined: true, sendsMoney: false, isWithdrawn: false, isCancelled: false },
  refunded: { isLive: false, awaitsTeam: false, awaitsCustomer: false, isDecided: true, isDeclined: false, sendsMoney: true, isWithdrawn: false, isCancelled: false },
  withdrawn: { isLive: false, awaitsTeam: false, awaitsCustomer: false, isDecided: false, isDeclined: false, sendsMoney: false, isWithdrawn: true, isCancelled: false },
  cancelled: { isLive: false, awaitsTeam: false, awaitsCustomer: false, isDecided: false, isDeclined: false, sendsMoney: true, isWithdrawn: false, isCancelled: true },
} as const satisfies Record<string, RefundRequestRules>
export type RefundRequestState = keyof typeof REFUND_REQUEST_STATE
export const REFUND_REQUEST_STATES = namesOf(REFUND_REQUEST_STATE)

const DAY_MS = 24 * 3_600_000

/** agree: accepts the offered amount. second_look: disputes the decision, which opens the request again. */
export const CUSTOMER_ACTS = ['agree', 'withdraw', 'second_look'] as const
export type CustomerAct = (typeof CUSTOMER_ACTS)[number]

interface Decided {
  state: RefundRequestState
  decidedAt: Date | null
  secondLookAt: Date | null
}

export function listCustomerActs(request: Decided, now: Date): CustomerAct[] {
  const { state, decidedAt, secondLookAt } = request
  const canDispute =
    secondLookAt === null &&
    decidedAt !== null &&
    now.getTime() < decidedAt.getTime() + SECOND_LOOK_DAYS * DAY_MS
  const { awaitsTeam, awaitsCustomer, isDeclined } = REFUND_REQUEST_STATE[state]
  if (awaitsTeam) return ['withdraw']
  if (isDeclined) return canDispute ? ['second_look'] : []
  if (!awaitsCustomer) return []
  return canDispute ? ['agree', 'second_look', 'withdraw'] : ['agree', 'withdraw']
}

/** @param amount unset: declined @returns the new state. An amount below the one asked for waits for the customer's agreement. */
export function decidedState(amount: Money | undefined, asked: Money): RefundRequestState {
  if (!amount) return 'declined'
  return compare(amount, asked) >= 0 ? 'refunded' : 'offered'
}

interface PaidOrder {
  status: OrderStatus
  paymentStatus: MoneyStatus
  paidAt: Date | null
  hasWorkStarted: boolean
  isDelivered: boolean
}

export const isEarly = (paidAt: Date | null, now: Date): boolean =>
  paidAt !== null && now.getTime() < paidAt.getTime() + FULL_REFUND_HOURS * 3_600_000

/** Whether the customer may cancel without a decision: the only case of an automatic refund. */
export const canCancel = (order: PaidOrder, now: Date): boolean =>
  isInWork(order) && !order.hasWorkStarted && isEarly(order.paidAt, now)

/** The cases of the refund policy. */
export const REFUND_CASES = ['cancel', 'unstarted', 'started', 'delivered', 'accepted'] as const
export type RefundCase = (typeof REFUND_CASES)[number]

export function findRefundCase(order: PaidOrder, now: Date): RefundCase {
  if (canCancel(order, now)) return 'cancel'
  if (ORDER_STATUS[order.status].isDone) return 'accepted'
  if (!order.hasWorkStarted) return 'unstarted'
  return order.isDelivered ? 'delivered' : 'started'
}

/** Default stages in an admin's dialog. Like the policy's installments: half for starting the work, half for completing it. */
export const PROPOSED_STAGES: Readonly<Record<RefundCase, readonly [stages: number, done: number]>> = {
  cancel: [1, 0],
  unstarted: [1, 0],
  started: [2, 1],
  delivered: [1, 1],
  accepted: [1, 1],
}

export interface Stages {
  paid: Money
  /** The price of the whole order, even if an instalment is unpaid. */
  price: Money
  /** Earlier refunds, also those still under way. */
  earlier: Money
  stages: number
  stagesDone: number
  /** Paid to third parties for the customer. */
  costs: Money
}

const shareOf = ({ price, stages, stagesDone }: Stages): Money =>
  takeShare(price, { from: 0, to: Math.min(stagesDone, stages), whole: stages })

/** The paid amount less the share for finished stages, costs and earlier refunds. Negative if nothing is left. */
const restOf = (from: Stages): Money =>
  [shareOf(from), from.costs, from.earlier].reduce<Money>(subtract, from.paid)

/** The refund under the policy, at most the amount asked for: the paid amount less the share for work done, costs paid to third parties, and earlier refunds. */
export function workOutRefund(from: Stages, asked: Money): Money {
  const rest = restOf(from)
  return rest.minor > 0 ? smaller(rest, asked) : zeroOf(rest)
}

/** @returns the calculation item by item; the last item is the sum of those before it */
export function listRefundItems(from: Stages, amount: Money, asked: Money) {
  const { paid, earlier, stages, stagesDone, costs } = from
  const less = (part: Money) => subtract(zeroOf(part), part)
  const byUs = subtract(amount, restOf(from))
  const isAsked = byUs.minor < 0 && isSame(amount, asked)
  const of = stages > 1 ? `: ${stagesDone} of ${stages} stages` : ''
  return [
    { label: 'Paid', amount: paid },
    { label: `Work done${of}`, amount: less(shareOf(from)) },
    ...(costs.minor > 0 ? [{ label: 'Third-party costs paid for you', amount: less(costs) }] : []),
    ...(earlier.minor > 0 ? [{ label: 'Refunded earlier', amount: less(earlier) }] : []),
    ...(byUs.minor === 0 ? [] : [{ label: isAsked ? 'Not requested' : 'Set by us', amount: byUs }]),
    { label: 'Refund', amount },
  ]
}
