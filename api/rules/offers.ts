/** Offers: their states, and what each allows. Shared by browser and server. */
import { type Money, parseAmount, sumOf } from './money/money.ts'
import { namesOf, type StatusLook } from './statuses.ts'

interface OfferRules extends StatusLook {
  /** Whether only the team knows it: it can be deleted, and is part of nobody's data. A changed offer is a draft again. */
  isDraft: boolean
  /** Whether its customer has not opened the link yet. */
  isUnseen: boolean
  /** Whether the customer may accept or decline it, until its last day. */
  isOpen: boolean
  /** Whether the team may still change, send and withdraw it. */
  isChangeable: boolean
  /** Whether it has become an order, which lapses with it if it is not paid in time. */
  isAccepted: boolean
  /** Whether nothing came of it, or nothing has yet that its customer knows: it is emptied after a while. */
  isEmptied: boolean
}

// biome-ignore format: one line a state
export const OFFER_STATE = {
  draft: { label: 'Draft', tone: 'neutral', isDraft: true, isUnseen: false, isOpen: false, isChangeable: true, isAccepted: false, isEmptied: true },
  sent: { label: 'Sent', tone: 'caution', isDraft: false, isUnseen: true, isOpen: true, isChangeable: true, isAccepted: false, isEmptied: false },
  viewed: { label: 'Viewed', tone: 'accent', isDraft: false, isUnseen: false, isOpen: true, isChangeable: true, isAccepted: false, isEmptied: false },
  accepted: { label: 'Accepted', tone: 'positive', isDraft: false, isUnseen: false, isOpen: false, isChangeable: false, isAccepted: true, isEmptied: false },
  declined: { label: 'Declined', tone: 'negative', isDraft: false, isUnseen: false, isOpen: false, isChangeable: false, isAccepted: false, isEmptied: true },
  expired: { label: 'Expired', tone: 'neutral', isDraft: false, isUnseen: false, isOpen: false, isChangeable: false, isAccepted: false, isEmptied: true },
  withdrawn: { label: 'Withdrawn', tone: 'neutral', isDraft: false, isUnseen: false, isOpen: false, isChangeable: false, isAccepted: false, isEmptied: true },
} as const satisfies Record<string, OfferRules>
export type OfferState = keyof typeof OFFER_STATE
export const OFFER_STATES = namesOf(OFFER_STATE)

/** An accepted offer lapses unless it is paid within this time. */
export const OFFER_PAY_DAYS = 7
export const MOST_LINES = 30
/** The limit for the questions in an offer, and also for those that its customer asks about it. */
export const MOST_QUESTIONS = 20

export const nameOffer = (id: number): string => `OF-${id}`

/** @returns the state at that moment. A job stores the expiry of an offer up to a minute late. */
export const offerStateAt = (
  { state, validUntil }: { state: OfferState; validUntil: Date },
  now: Date,
): OfferState => (OFFER_STATE[state].isOpen && validUntil <= now ? 'expired' : state)

/** @returns undefined if a line's amount is not valid in the currency */
export function sumLines(lines: readonly { amount: string }[], currency: string): Money | undefined {
  const amounts = lines.map(({ amount }) => parseAmount(amount, currency))
  const known = amounts.filter((amount) => amount !== undefined)
  const [first] = known
  if (!first || known.length < amounts.length) return undefined
  return sumOf(first.currency, known)
}
