/** Every state of an order's work beside its status, and what follows from each. No state: nothing is delivered, or the order is closed. */
import { namesOf, type StatusLook } from '#api/rules/statuses.ts'

interface WorkStateRules extends StatusLook {
  /** Whether the customer can accept what was delivered, which keeps the promised date waiting. */
  isWithCustomer: boolean
  /** Whether the customer tests the delivery: the days until it counts as accepted run. */
  isTested: boolean
  /** Whether the team decides on a change beyond the included ones. */
  awaitsDecision: boolean
  /** Whether a fault is put right on a completed order. */
  isWarranty: boolean
}

// biome-ignore format: one line a state
export const WORK_STATE = {
  delivered: { label: 'Delivered', tone: 'positive', isWithCustomer: true, isTested: true, awaitsDecision: false, isWarranty: false },
  change_asked: { label: 'Change requested', tone: 'negative', isWithCustomer: true, isTested: false, awaitsDecision: true, isWarranty: false },
  in_rework: { label: 'In rework', tone: 'accent', isWithCustomer: false, isTested: false, awaitsDecision: false, isWarranty: false },
  warranty: { label: 'Warranty work', tone: 'accent', isWithCustomer: false, isTested: false, awaitsDecision: false, isWarranty: true },
} as const satisfies Record<string, WorkStateRules>
export type WorkState = keyof typeof WORK_STATE
export const WORK_STATES = namesOf(WORK_STATE)

export const isWithCustomer = (state: WorkState | null) => state !== null && WORK_STATE[state].isWithCustomer
export const isTested = (state: WorkState | null) => state !== null && WORK_STATE[state].isTested
export const awaitsDecision = (state: WorkState | null) => state !== null && WORK_STATE[state].awaitsDecision
export const isUnderWarranty = (state: WorkState | null) => state !== null && WORK_STATE[state].isWarranty
