/** Offers: their states, and what each allows. Shared by browser and server. */
import { type Money, parseAmount, sumOf } from './money/money.ts'
import type { Tone } from './statuses.ts'

export const OFFER_STATES = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'caution' },
  viewed: { label: 'Viewed', tone: 'accent' },
  accepted: { label: 'Accepted', tone: 'positive' },
  declined: { label: 'Declined', tone: 'negative' },
  expired: { label: 'Expired', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type OfferState = keyof typeof OFFER_STATES
export const OFFER_STATE_NAMES = Object.keys(OFFER_STATES) as OfferState[]

/** An accepted offer lapses unless it is paid within this time. */
export const OFFER_PAY_DAYS = 7
export const MOST_LINES = 30
/** The limit for the questions in an offer, and also for those that its customer asks about it. */
export const MOST_QUESTIONS = 20

export const nameOffer = (id: number): string => `OF-${id}`

/** Whether the customer may accept or decline it. */
export const isOpenOffer = (state: OfferState): boolean => state === 'sent' || state === 'viewed'

/** Whether the team may still change, send and withdraw it. */
export const isChangeable = (state: OfferState): boolean => state === 'draft' || isOpenOffer(state)

/** @returns the state at that moment. A job stores the expiry of an offer up to a minute late. */
export const offerStateAt = (
  { state, validUntil }: { state: OfferState; validUntil: Date },
  now: Date,
): OfferState => (isOpenOffer(state) && validUntil <= now ? 'expired' : state)

/** @returns undefined if a line's amount is not valid in the currency */
export function sumLines(lines: readonly { amount: string }[], currency: string): Money | undefined {
  const amounts = lines.map(({ amount }) => parseAmount(amount, currency))
  const known = amounts.filter((amount) => amount !== undefined)
  const [first] = known
  if (!first || known.length < amounts.length) return undefined
  return sumOf(first.currency, known)
}
