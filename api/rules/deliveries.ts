/** The states of an order's work beside its status. Without zod, so that pages can load it. */
import type { Tone } from './orders.ts'

const WORK = {
  delivered: { label: 'Delivered', tone: 'caution' },
  /** A change beyond the included ones waits for the team to grant or decline it. */
  change_asked: { label: 'Change to decide', tone: 'negative' },
  in_rework: { label: 'In rework', tone: 'accent' },
  /** A fault of a completed order is being put right. */
  warranty: { label: 'Warranty work', tone: 'accent' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type WorkState = keyof typeof WORK
export const WORK_STATES = Object.keys(WORK) as WorkState[]
export const WORK_LOOKS: Readonly<Record<WorkState, { label: string; tone: Tone }>> = WORK

export const MOST_DELIVERY_LINKS = 10
