/** Whose turn it can be in an order, and what follows from each turn. */
import { namesOf } from '#api/rules/statuses.ts'
import type { WaitKind } from './promised-date.ts'

interface TurnRules {
  isTheirs: boolean
  /** What the promised date waits for meanwhile; null: nothing, so it runs. */
  waitsFor: WaitKind | null
}

/** In order of precedence: the first that applies counts. */
export const TURN = {
  /** Unpaid, cancelled or refunded. */
  over: { isTheirs: false, waitsFor: null },
  /** The customer answers the offered refund. */
  answer_refund: { isTheirs: true, waitsFor: 'refund_request' },
  /** The team decides a refund request. */
  decide_refund: { isTheirs: false, waitsFor: 'refund_request' },
  /** Completed. */
  done: { isTheirs: false, waitsFor: null },
  /** The customer checks the delivery. */
  check: { isTheirs: true, waitsFor: 'delivery' },
  /** The customer replies to a blocking question from the team. */
  reply: { isTheirs: true, waitsFor: 'question' },
  /** The team decides on a change that the customer asked for. */
  decide_change: { isTheirs: false, waitsFor: 'delivery' },
  /** The customer answers required questions. */
  answers: { isTheirs: true, waitsFor: 'answers' },
  /** The team fixes or changes a delivery. */
  rework: { isTheirs: false, waitsFor: null },
  work: { isTheirs: false, waitsFor: null },
} as const satisfies Record<string, TurnRules>
export type Turn = keyof typeof TURN
export const TURNS = namesOf(TURN)

export const isCustomersTurn = (turn: Turn): boolean => TURN[turn].isTheirs
