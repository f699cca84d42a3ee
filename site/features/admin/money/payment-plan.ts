/** How a package or an offer is paid, as a form holds, checks, shows and sends it. */
import { currencies } from 'virtual:content'
import type { Money } from '../../../../api/rules/money/money.ts'
import { describeParts } from '../../../../api/rules/money/parts.ts'
import { findPlanFault, type PlannedPart, splitByPlan } from '../../../../api/rules/money/payment-plan.ts'
import { smallestChargeOf } from '../../../../api/rules/money/sold-in.ts'

export interface TypedPart extends Omit<PlannedPart, 'share'> {
  share: string
}

const AT_PURCHASE: TypedPart = { label: 'On ordering', share: '50', due: 'purchase' }
const AT_ACCEPTANCE: TypedPart = { label: 'On acceptance', share: '50', due: 'accepted' }

/** By the number of parts; of one part is what is paid at once. */
export const PLAN_CHOICES: Record<string, { label: string; parts: TypedPart[] }> = {
  0: { label: 'All at once', parts: [] },
  2: { label: 'Half and half', parts: [AT_PURCHASE, AT_ACCEPTANCE] },
  3: {
    label: 'In three parts',
    parts: [
      { ...AT_PURCHASE, share: '40' },
      { label: 'On delivery', share: '30', due: 'delivered' },
      { ...AT_ACCEPTANCE, share: '30' },
    ],
  },
}

/** @param plan of a package or an offer; empty where all is paid at once */
export const typePlan = (plan: readonly PlannedPart[] | null | undefined): TypedPart[] =>
  (plan ?? []).map(({ label, share, due }) => ({ label, share: String(share), due }))

export function sendPlan(typed: readonly TypedPart[]): PlannedPart[] | null {
  const parts = typed.map(({ label, share, due }) => ({ label: label.trim(), share: Number(share), due }))
  return parts.length > 0 ? parts : null
}

/** @returns why it cannot be saved */
export function checkPlan(typed: readonly TypedPart[]): string | undefined {
  const plan = sendPlan(typed)
  return plan ? findPlanFault(plan) : undefined
}

/** @returns what its buyer reads; undefined where all is paid at once */
export function describePlan(typed: readonly TypedPart[], price: Money | undefined): string | undefined {
  const parts = price && splitByPlan(sendPlan(typed), price, smallestChargeOf(currencies, price.currency))
  return parts && describeParts(parts)
}
