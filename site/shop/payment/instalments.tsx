/** Paying a package in the instalments of its payment plan, or all at once. */
import { currencies } from 'virtual:content'
import { atom } from 'nanostores'
import { useId } from 'react'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { describeInstalments } from '#api/rules/money/instalments.ts'
import { type Money, money } from '#api/rules/money/money.ts'
import { type InstalmentOfOrder, type PlannedInstalment, splitByPlan } from '#api/rules/money/payment-plan.ts'
import { smallestChargeOf } from '#api/rules/money/sold-in.ts'

/** A package or, with the id 0, an offer. */
interface Planned {
  id: number
  paymentPlan?: readonly PlannedInstalment[] | null | undefined
}

/** The package that the buyer pays at once despite its payment plan. */
export const $paidAtOnce = atom<number | undefined>()

/** @param amount after the coupon @returns undefined if there is no choice: no plan, or an instalment below the smallest charge */
export const splitPrice = ({ paymentPlan }: Planned, amount: Money): InstalmentOfOrder[] | undefined =>
  splitByPlan(paymentPlan, amount, smallestChargeOf(currencies, amount.currency))

/** @returns the instalments that the buyer pays; undefined for a single payment */
export const chosenInstalments = (item: Planned, amount: Money): InstalmentOfOrder[] | undefined =>
  $paidAtOnce.get() === item.id ? undefined : splitPrice(item, amount)

/** What is still to pay after this instalment. @example 'Then $649.50 when you accept the work' */
export const describeLater = ({
  later,
  currency,
}: Pick<CreateOrderResponse, 'later' | 'currency'>): string | undefined =>
  later &&
  `Then ${describeInstalments(later.map(({ amount, due }) => ({ amount: money(amount, currency), due })))}`

interface InstalmentsChoiceProps {
  item: Planned
  amount: Money
  isLocked: boolean
}

/** The choice between paying in instalments and paying all now. Renders nothing if there is no choice. */
export function InstalmentsChoice({ item, amount, isLocked }: InstalmentsChoiceProps) {
  const name = useId()
  const instalments = splitPrice(item, amount)
  if (!instalments) return null
  const isInInstalments = chosenInstalments(item, amount) !== undefined
  const options = [
    { text: describeInstalments(instalments), isChosen: isInInstalments, value: undefined },
    { text: `Pay in full now: ${formatMoney(amount)}`, isChosen: !isInInstalments, value: item.id },
  ]
  return (
    <fieldset disabled={isLocked} className="mt-3 min-w-0">
      <legend className="text-sm font-medium text-ink">How you pay</legend>
      {options.map(({ text, isChosen, value }) => (
        <label
          key={text}
          className="mt-2 flex min-h-target cursor-pointer items-center gap-3 rounded border border-line-strong px-3 py-2 text-sm tabular-nums text-ink data-[chosen]:border-accent data-[chosen]:bg-accent-soft"
          data-chosen={isChosen || undefined}
        >
          <input
            type="radio"
            name={name}
            checked={isChosen}
            onChange={() => $paidAtOnce.set(value)}
            className="tick size-4"
          />
          <span className="min-w-0">{text}</span>
        </label>
      ))}
      {isInInstalments && (
        <p className="mt-2 text-sm text-ink-quiet">
          We email you a link for each later instalment. The terms cover late payments and cancellation.
        </p>
      )}
    </fieldset>
  )
}
