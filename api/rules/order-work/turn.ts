/** Whose turn it is in an order. All pages and mails use this, so that they never contradict each other. */
import { hasPayment, isInWork, type MoneyStatus, ORDER_STATUS, type OrderStatus } from '#api/rules/orders.ts'
import { REPLY_HOURS } from '#api/rules/promises.ts'
import type { WaitKind } from './promised-date.ts'
import { REFUND_REQUEST_STATE, type RefundRequestState } from './refund-request.ts'
import { TURN, type Turn } from './turns.ts'
import { awaitsDecision, isTested, isUnderWarranty, type WorkState } from './work-state.ts'

export interface TurnFacts {
  status: OrderStatus
  paymentStatus: MoneyStatus
  workState: WorkState | null
  awaitsAnswers: boolean
  /** The state of a refund request that is still undecided or unanswered. */
  refundState: RefundRequestState | null
  isBlocked: boolean
}

export function findTurn(order: TurnFacts): Turn {
  const { workState, refundState } = order
  if (!hasPayment(order) || ORDER_STATUS[order.status].isCancelled) return 'over'
  if (refundState) return REFUND_REQUEST_STATE[refundState].awaitsCustomer ? 'answer_refund' : 'decide_refund'
  const { turn } = ORDER_STATUS[order.status]
  if (turn) return turn
  if (!isInWork(order)) return isUnderWarranty(workState) ? 'rework' : 'done'
  if (isTested(workState)) return 'check'
  if (order.isBlocked) return 'reply'
  if (awaitsDecision(workState)) return 'decide_change'
  if (order.awaitsAnswers) return 'answers'
  return workState ? 'rework' : 'work'
}

export interface WaitFacts extends Omit<TurnFacts, 'isBlocked'> {
  /** Whether the customer wants the work to continue while a refund request is open. */
  workGoesOn: boolean
  /** When the team asked a blocking question; null: none, or it is answered. */
  questionAt: Date | null
}

/** @returns the deadline for the customer's reply to a blocking question. After it the promised date is paused. */
export const getReplyDeadline = (questionAt: Date): Date =>
  new Date(questionAt.getTime() + REPLY_HOURS * 3_600_000)

/** @returns the reason why the promised date is paused; null if it is not */
export function findWait(order: WaitFacts, now: Date): WaitKind | null {
  if (!isInWork(order)) return null
  const { questionAt, workGoesOn, refundState } = order
  const isBlocked = questionAt !== null && getReplyDeadline(questionAt) <= now
  return TURN[findTurn({ ...order, refundState: workGoesOn ? null : refundState, isBlocked })].waitsFor
}
