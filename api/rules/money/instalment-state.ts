/** The states of an instalment, and what follows from each. Without zod, so that pages can load it. */
import { namesOf, type StatusLook } from '#api/rules/statuses.ts'

interface InstalmentRules extends StatusLook {
  /** Whether the work has yet to make it due. */
  isLater: boolean
  isDue: boolean
  isPaid: boolean
  /** Whether it is still to be paid. */
  isOpen: boolean
  /** Whether nothing of it is owed any more: an order whose instalments are all settled is paid. */
  isSettled: boolean
  /** Whether the order has ended without it. If the order goes on, it is to be paid again. */
  hasLapsed: boolean
  /** Whether an admin has given it up for good. */
  isWrittenOff: boolean
}
// biome-ignore format: one line a state
export const INSTALMENT_STATE = {
  waiting: { label: 'Later', tone: 'neutral', isLater: true, isDue: false, isPaid: false, isOpen: true, isSettled: false, hasLapsed: false, isWrittenOff: false },
  due: { label: 'Due', tone: 'caution', isLater: false, isDue: true, isPaid: false, isOpen: true, isSettled: false, hasLapsed: false, isWrittenOff: false },
  paid: { label: 'Paid', tone: 'positive', isLater: false, isDue: false, isPaid: true, isOpen: false, isSettled: true, hasLapsed: false, isWrittenOff: false },
  lapsed: { label: 'Lapsed', tone: 'neutral', isLater: false, isDue: false, isPaid: false, isOpen: false, isSettled: false, hasLapsed: true, isWrittenOff: false },
  written_off: { label: 'Written off', tone: 'neutral', isLater: false, isDue: false, isPaid: false, isOpen: false, isSettled: true, hasLapsed: false, isWrittenOff: true },
} as const satisfies Record<string, InstalmentRules>
export type InstalmentState = keyof typeof INSTALMENT_STATE
export const INSTALMENT_STATES = namesOf(INSTALMENT_STATE)
