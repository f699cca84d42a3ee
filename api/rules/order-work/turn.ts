/** Whose turn an order is. All pages and mails go by this, so that no two of them say things that exclude each other. */
import { hasMoney, isDropped, isInWork, type isOpenStatus, type MoneyStatus } from '#api/rules/orders.ts'
import { REPLY_HOURS } from '#api/rules/promises.ts'
import type { WaitKind } from './promised-date.ts'

/** In the order of precedence: the first that holds is the one that is said. */
export const TURNS = [
  'over', // Not paid, cancelled or given back.
  'answer_refund', // The customer answers what is offered for a refund.
  'decide_refund', // The team decides on a refund.
  'done', // Completed.
  'check', // The customer checks what is delivered.
  'reply', // The customer replies to a question without which the team cannot go on.
  'decide_change', // The team decides on a change that the customer asks for.
  'answers', // The customer answers required questions.
  'rework', // The team puts right or changes what it delivered.
  'work',
] as const
export type Turn = (typeof TURNS)[number]

export interface TurnFacts {
  status: Parameters<typeof isOpenStatus>[0]
  paymentStatus: MoneyStatus
  workState: 'delivered' | 'change_asked' | 'in_rework' | 'warranty' | null
  awaitsAnswers: boolean
  /** Of a request for a refund that waits for somebody. */
  refundState: 'open' | 'offered' | null
  isBlocked: boolean
}

export function findTurn(order: TurnFacts): Turn {
  const { workState, refundState } = order
  if (!hasMoney(order) || isDropped(order.status)) return 'over'
  if (refundState) return refundState === 'offered' ? 'answer_refund' : 'decide_refund'
  if (!isInWork(order)) return workState === 'warranty' ? 'rework' : 'done'
  if (workState === 'delivered') return 'check'
  if (order.isBlocked) return 'reply'
  if (workState === 'change_asked') return 'decide_change'
  if (order.awaitsAnswers) return 'answers'
  return workState ? 'rework' : 'work'
}

const THEIRS: readonly Turn[] = ['answer_refund', 'check', 'reply', 'answers']
/** Whether the order waits for its customer. */
export const isTheirs = (turn: Turn): boolean => THEIRS.includes(turn)

const WAITS: Partial<Record<Turn, WaitKind>> = {
  answer_refund: 'refund_request',
  decide_refund: 'refund_request',
  check: 'delivery',
  reply: 'question',
  decide_change: 'delivery',
  answers: 'answers',
}

export interface WaitFacts extends Omit<TurnFacts, 'isBlocked'> {
  /** Whether the customer who asks for a refund wants the work to go on meanwhile. */
  workGoesOn: boolean
  /** When the team asked what it cannot go on without; null: nothing, or it is answered. */
  questionAt: Date | null
}

/** @returns until when the customer replies to what was asked then; after that the promised date waits for it */
export const replyBy = (questionAt: Date): Date => new Date(questionAt.getTime() + REPLY_HOURS * 3_600_000)

/** @returns what the order waits for, so that its promised date stands still; null while that runs */
export function findWait(order: WaitFacts, now: Date): WaitKind | null {
  if (!isInWork(order)) return null
  const { questionAt, workGoesOn, refundState } = order
  const isBlocked = questionAt !== null && replyBy(questionAt) <= now
  return WAITS[findTurn({ ...order, refundState: workGoesOn ? null : refundState, isBlocked })] ?? null
}
