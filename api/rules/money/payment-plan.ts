/** The parts in which an order is paid, and when each is due. Shared by browser and server. */
import type { CurrencyCode } from './currencies.ts'
import { allocate, type Money } from './money.ts'
import { isBelowMinimum } from './pricing.ts'

/** In chronological order. */
export const DUE_MOMENTS = ['purchase', 'delivered', 'accepted'] as const

export interface PlannedPart {
  label: string
  /** Whole percent. */
  share: number
  due: (typeof DUE_MOMENTS)[number]
}

export interface PartOfOrder<C extends CurrencyCode = CurrencyCode> extends PlannedPart {
  amount: Money<C>
}

const LONGEST_LABEL = 60

/** @returns why the plan is invalid; undefined if it is valid */
export function findPlanFault(parts: readonly PlannedPart[]): string | undefined {
  if (parts.length < 2) return 'A payment plan has two or three parts'
  if (parts[0]?.due !== 'purchase') return 'The first part is due at the purchase'
  const moments = parts.map(({ due }) => DUE_MOMENTS.indexOf(due))
  if (moments.some((moment, index) => index > 0 && moment <= (moments[index - 1] ?? 0)))
    return 'Each part is due after the one before it'
  if (parts.some(({ label }) => label.trim() === '' || label.length > LONGEST_LABEL))
    return `Each part has a name of at most ${LONGEST_LABEL} characters`
  if (parts.some(({ share }) => !Number.isInteger(share) || share < 1))
    return 'Each share is a whole number of percent'
  return parts.reduce((sum, { share }) => sum + share, 0) === 100
    ? undefined
    : 'The shares must add up to 100'
}

/**
 * Splits the final amount of an order, after its coupon. With equal remainders, the later part gets the extra minor unit.
 * @param least the smallest charge
 * @returns undefined if the order is paid at once: it has no valid plan, or a part would be too small for a card
 */
export function splitByPlan<C extends CurrencyCode>(
  plan: readonly PlannedPart[] | null | undefined,
  amount: Money<C>,
  least: Money<NoInfer<C>>,
): PartOfOrder<C>[] | undefined {
  if (!plan || findPlanFault(plan)) return undefined
  const amounts = allocate(amount, plan.map(({ share }) => share).reverse()).reverse()
  const parts = plan.flatMap((part, index) => (amounts[index] ? [{ ...part, amount: amounts[index] }] : []))
  return parts.some((part) => part.amount.minor === 0 || isBelowMinimum(part.amount, least))
    ? undefined
    : parts
}
