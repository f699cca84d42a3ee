/** A request for a refund: its states, who may do what in which, what the policy gives, and how an amount is worked out. */

import { takeShare } from '../money/pricing.ts'
import { isOpenStatus } from '../orders.ts'
import { FULL_REFUND_HOURS, SECOND_LOOK_DAYS } from '../promises.ts'

/**
 * open: waits for an admin. offered: waits for the customer. declined: closed, unless the customer asks for a second look.
 * refunded: money goes back as decided. taken: the customer took something else. cancelled: the order, in time.
 */
export const REFUND_REQUEST_STATES = [
  'open',
  'offered',
  'declined',
  'refunded',
  'taken',
  'withdrawn',
  'cancelled',
] as const
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]

/** What may be offered in place of money, as the refund policy lists it. */
export const ALTERNATIVES = ['round', 'package', 'credit', 'pause', 'team'] as const
export type Alternative = (typeof ALTERNATIVES)[number]
export const ALTERNATIVE_LABELS: Readonly<Record<Alternative, string>> = {
  round: 'Another round of changes, free of charge',
  package: 'A different package',
  credit: 'A credit for a later order',
  pause: 'A pause, with a new delivery date',
  team: 'Another team for the rest of the work',
}

const DAY_MS = 24 * 3_600_000

/** Whether it waits for somebody. An admin may decide anew while the customer has not answered. */
export const isLive = (state: RefundRequestState): boolean => state === 'open' || state === 'offered'

/** agree: to the amount, or to what is offered instead. refuse: what is offered instead; the request is open again. */
export const CUSTOMER_ACTS = ['agree', 'refuse', 'withdraw', 'second_look'] as const
export type CustomerAct = (typeof CUSTOMER_ACTS)[number]

interface Decided {
  state: RefundRequestState
  offerKind: 'refund' | Alternative | null
  decidedAt: Date | null
  secondLookAt: Date | null
}

export function listCustomerActs(request: Decided, now: Date): CustomerAct[] {
  const { state, offerKind, decidedAt, secondLookAt } = request
  const canAppeal =
    secondLookAt === null &&
    decidedAt !== null &&
    now.getTime() < decidedAt.getTime() + SECOND_LOOK_DAYS * DAY_MS
  if (state === 'open') return ['withdraw']
  if (state === 'declined') return canAppeal ? ['second_look'] : []
  if (state !== 'offered') return []
  if (offerKind !== 'refund') return ['agree', 'refuse', 'withdraw']
  return canAppeal ? ['agree', 'second_look', 'withdraw'] : ['agree', 'withdraw']
}

export type Decision = 'accept' | 'offer' | 'decline'

/** @returns what a request becomes. Less than was asked for waits for the customer's word */
export function decidedState(
  decision: Decision,
  amount: { cents: number; askedCents: number },
): RefundRequestState {
  if (decision === 'decline') return 'declined'
  return decision === 'accept' && amount.cents >= amount.askedCents ? 'refunded' : 'offered'
}

export function answeredState(act: CustomerAct, offerKind: Decided['offerKind']): RefundRequestState {
  if (act === 'withdraw') return 'withdrawn'
  if (act === 'agree') return offerKind === 'refund' ? 'refunded' : 'taken'
  return 'open'
}

interface PaidOrder {
  status: Parameters<typeof isOpenStatus>[0]
  paymentStatus: string
  paidAt: Date | null
  hasWorkStarted: boolean
  isDelivered: boolean
}

export const isEarly = (paidAt: Date | null, now: Date): boolean =>
  paidAt !== null && now.getTime() < paidAt.getTime() + FULL_REFUND_HOURS * 3_600_000

/** Whether the customer may cancel without anybody's decision: the one case in which money goes back by itself. */
export const canCancel = ({ status, paymentStatus, paidAt, hasWorkStarted }: PaidOrder, now: Date): boolean =>
  paymentStatus === 'paid' && isOpenStatus(status) && !hasWorkStarted && isEarly(paidAt, now)

/** The cases of the refund policy. */
export const GIVEN = ['cancel', 'unstarted', 'started', 'delivered', 'accepted'] as const
export type Given = (typeof GIVEN)[number]

export function whatPolicyGives(order: PaidOrder, now: Date): Given {
  if (canCancel(order, now)) return 'cancel'
  if (order.status === 'completed') return 'accepted'
  if (!order.hasWorkStarted) return 'unstarted'
  return order.isDelivered ? 'delivered' : 'started'
}

/** What an admin's dialog begins with. As the policy's installments have it, half is paid for beginning, half for the completion. */
export const PROPOSED_STAGES: Readonly<Record<Given, readonly [stages: number, done: number]>> = {
  cancel: [1, 0],
  unstarted: [1, 0],
  started: [2, 1],
  delivered: [1, 1],
  accepted: [1, 1],
}

export interface Stages {
  paidCents: number
  /** What has gone back before, or is on its way. */
  earlierCents: number
  stages: number
  stagesDone: number
  /** Paid to others for the customer. */
  costsCents: number
}

const shareOf = ({ paidCents, stages, stagesDone }: Stages): number =>
  takeShare(paidCents, { from: 0, to: Math.min(stagesDone, stages), whole: stages })

/** As the refund policy says: what was paid, less the share of the work done, less costs paid to others. */
export const workOutRefund = (from: Stages): number =>
  Math.max(0, from.paidCents - shareOf(from) - from.costsCents - from.earlierCents)

/** @returns the amount item by item; the last one is the sum of those before it */
export function listRefundItems(from: Stages, amountCents: number): { label: string; cents: number }[] {
  const { paidCents, earlierCents, stages, stagesDone, costsCents } = from
  const share = shareOf(from)
  const rest = paidCents - share - costsCents - earlierCents
  return [
    { label: 'You paid', cents: paidCents },
    { label: `Work done: ${stagesDone} of ${stages} equal stages`, cents: -share },
    ...(costsCents > 0 ? [{ label: 'Costs paid to others for you', cents: -costsCents }] : []),
    ...(earlierCents > 0 ? [{ label: 'Given back before', cents: -earlierCents }] : []),
    ...(rest === amountCents ? [] : [{ label: 'Set by us', cents: amountCents - rest }]),
    { label: 'Goes back', cents: amountCents },
  ]
}
