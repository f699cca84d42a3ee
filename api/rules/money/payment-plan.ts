/** The instalments in which an order is paid, and when each is due. Shared by browser and server. */
import type { CurrencyCode } from './currencies.ts'
import { allocate, type Money } from './money.ts'
import { isBelowMinimum } from './pricing.ts'

/** In chronological order. */
export const DUE_MOMENTS = ['purchase', 'delivered', 'accepted'] as const

export interface PlannedInstalment {
  label: string
  /** Whole percent. */
  share: number
  due: (typeof DUE_MOMENTS)[number]
}

export interface InstalmentOfOrder<C extends CurrencyCode = CurrencyCode> extends PlannedInstalment {
  amount: Money<C>
}

const LONGEST_LABEL = 60

/** @returns why the plan is invalid; undefined if it is valid */
export function findPlanFault(instalments: readonly PlannedInstalment[]): string | undefined {
  if (instalments.length < 2) return 'A payment plan must have two or three instalments'
  if (instalments[0]?.due !== 'purchase') return 'The first instalment must be due at the purchase'
  const moments = instalments.map(({ due }) => DUE_MOMENTS.indexOf(due))
  if (moments.some((moment, index) => index > 0 && moment <= (moments[index - 1] ?? 0)))
    return 'Each instalment must be due after the one before it'
  if (instalments.some(({ label }) => label.trim() === '' || label.length > LONGEST_LABEL))
    return `The name of an instalment must be at most ${LONGEST_LABEL} characters`
  if (instalments.some(({ share }) => !Number.isInteger(share) || share < 1))
    return 'Each share must be a whole percentage'
  return instalments.reduce((sum, { share }) => sum + share, 0) === 100
    ? undefined
    : 'The shares must add up to 100'
}

/**
 * Splits the final amount of an order, after its coupon. With equal remainders, the later instalment gets the extra minor unit.
 * @param least the smallest charge
 * @returns undefined if the order is paid at once: it has no valid plan, or an instalment would be too small for a card
 */
export function splitByPlan<C extends CurrencyCode>(
  plan: readonly PlannedInstalment[] | null | undefined,
  amount: Money<C>,
  least: Money<NoInfer<C>>,
): InstalmentOfOrder<C>[] | undefined {
  if (!plan || findPlanFault(plan)) return undefined
  const amounts = allocate(amount, plan.map(({ share }) => share).reverse()).reverse()
  const instalments = plan.flatMap((instalment, index) =>
    amounts[index] ? [{ ...instalment, amount: amounts[index] }] : [],
  )
  return instalments.some(
    (instalment) => instalment.amount.minor === 0 || isBelowMinimum(instalment.amount, least),
  )
    ? undefined
    : instalments
}
