import type { Dispute } from '../../../../api/contract/payments.ts'
import type { StateLook } from '../../../ui/primitives/status-badge.tsx'

export const DISPUTE_STATES: Readonly<Record<Dispute['status'], StateLook>> = {
  open: { label: 'To be answered', tone: 'negative' },
  under_review: { label: 'Under review', tone: 'caution' },
  won: { label: 'Won', tone: 'positive' },
  lost: { label: 'Lost', tone: 'neutral' },
  closed: { label: 'Closed', tone: 'neutral' },
}

/** @example describeCode('pre_arbitration') // Pre arbitration */
export function describeCode(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
