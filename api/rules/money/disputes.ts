/** The statuses of a dispute, as the payment provider names them. Without zod, so that pages can load it. */
import { namesOf } from '#api/rules/statuses.ts'

interface DisputeRules {
  /** Whether it is not decided yet: meanwhile nothing of its payment is refunded, and no other part of the order is asked for. */
  isOpen: boolean
  /** Whether the shop must respond. */
  awaitsAnswer: boolean
  /** Whether the bank has taken the money back for good. */
  isLost: boolean
}
/** under_review: the bank decides. closed: ended without a decision for either side. */
export const DISPUTE_STATUS = {
  open: { isOpen: true, awaitsAnswer: true, isLost: false },
  under_review: { isOpen: true, awaitsAnswer: false, isLost: false },
  won: { isOpen: false, awaitsAnswer: false, isLost: false },
  lost: { isOpen: false, awaitsAnswer: false, isLost: true },
  closed: { isOpen: false, awaitsAnswer: false, isLost: false },
} as const satisfies Record<string, DisputeRules>
export type DisputeStatus = keyof typeof DISPUTE_STATUS
export const DISPUTE_STATUSES = namesOf(DISPUTE_STATUS)
