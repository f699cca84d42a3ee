/** The fields for how a package or an offer is paid: a choice of plans, and the chosen plan's instalments to edit. */
import { currencies } from 'virtual:content'
import { describeInstalments, MOMENT_WORDS } from '#api/rules/money/instalments.ts'
import type { Money } from '#api/rules/money/money.ts'
import { findPlanFault, type PlannedInstalment, splitByPlan } from '#api/rules/money/payment-plan.ts'
import { smallestChargeOf } from '#api/rules/money/sold-in.ts'
import { SelectField, TextField } from '#site/kit/ui/field/field.tsx'

interface TypedInstalment extends Omit<PlannedInstalment, 'share'> {
  share: string
}

const AT_PURCHASE: TypedInstalment = { label: 'On ordering', share: '50', due: 'purchase' }
const AT_ACCEPTANCE: TypedInstalment = { label: 'On acceptance', share: '50', due: 'accepted' }

/** The choices by number of instalments; 0: paid at once. */
const PLAN_CHOICES: Record<string, { label: string; instalments: TypedInstalment[] }> = {
  0: { label: 'Paid in full', instalments: [] },
  2: { label: '50% on ordering, 50% on acceptance', instalments: [AT_PURCHASE, AT_ACCEPTANCE] },
  3: {
    label: 'Three instalments',
    instalments: [
      { ...AT_PURCHASE, share: '40' },
      { label: 'On delivery', share: '30', due: 'delivered' },
      { ...AT_ACCEPTANCE, share: '30' },
    ],
  },
}

/** @param plan of a package or an offer; null, undefined or [] if all is paid at once */
export const typePlan = (plan: readonly PlannedInstalment[] | null | undefined): TypedInstalment[] =>
  (plan ?? []).map(({ label, share, due }) => ({ label, share: String(share), due }))

export function sendPlan(typed: readonly TypedInstalment[]): PlannedInstalment[] | null {
  const instalments = typed.map(({ label, share, due }) => ({
    label: label.trim(),
    share: Number(share),
    due,
  }))
  return instalments.length > 0 ? instalments : null
}

/** @returns why the plan cannot be saved */
export function checkPlan(typed: readonly TypedInstalment[]): string | undefined {
  const plan = sendPlan(typed)
  return plan ? findPlanFault(plan) : undefined
}

/** @returns the text for the team; undefined if all is paid at once */
function describePlan(typed: readonly TypedInstalment[], price: Money | undefined): string | undefined {
  const instalments =
    price && splitByPlan(sendPlan(typed), price, smallestChargeOf(currencies, price.currency))
  return instalments && describeInstalments(instalments, MOMENT_WORDS)
}

const MOMENTS = { purchase: 'At the purchase', delivered: 'When delivered', accepted: 'When accepted' }

interface PlanFieldsProps {
  instalments: TypedInstalment[]
  /** The price to split; undefined while the typed text is not an amount. */
  price: Money | undefined
  error: string | undefined
  onChange: (instalments: TypedInstalment[]) => void
}

export function PlanFields({ instalments, price, error, onChange }: PlanFieldsProps) {
  const setInstalment = (index: number, changes: Partial<TypedInstalment>) =>
    onChange(instalments.map((instalment, at) => (at === index ? { ...instalment, ...changes } : instalment)))
  return (
    <fieldset className="grid min-w-0 gap-3 sm:col-span-2">
      <legend className="sr-only">Payment plan</legend>
      <SelectField
        name="paymentPlan"
        label="Payment plan"
        value={String(instalments.length)}
        error={error}
        hint={instalments.length > 0 ? 'Buyers can always pay in full.' : undefined}
        onChange={({ target }) => onChange(PLAN_CHOICES[target.value]?.instalments ?? [])}
      >
        {Object.entries(PLAN_CHOICES).map(([count, { label }]) => (
          <option key={count} value={count}>
            {label}
          </option>
        ))}
      </SelectField>
      {instalments.map(({ label, share, due }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: instalments are never moved
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-start gap-3 rounded border border-line p-4 sm:grid-cols-[minmax(0,1fr)_5.5rem_11rem]"
        >
          <TextField
            name={`paymentPlan.${index}.label`}
            label={`Instalment ${index + 1}`}
            maxLength={60}
            autoComplete="off"
            required
            value={label}
            onChange={({ target }) => setInstalment(index, { label: target.value })}
          />
          <TextField
            name={`paymentPlan.${index}.share`}
            label="Percent"
            inputMode="numeric"
            autoComplete="off"
            required
            value={share}
            onChange={({ target }) => setInstalment(index, { share: target.value })}
            className="[&_input]:tabular-nums"
          />
          <SelectField
            name={`paymentPlan.${index}.due`}
            label="Due"
            value={due}
            disabled={index === 0}
            onChange={({ target }) => setInstalment(index, { due: target.value as TypedInstalment['due'] })}
            className="max-sm:col-span-2"
          >
            {Object.entries(MOMENTS)
              .filter(([moment]) => (moment === 'purchase') === (index === 0))
              .map(([moment, words]) => (
                <option key={moment} value={moment}>
                  {words}
                </option>
              ))}
          </SelectField>
        </div>
      ))}
      {instalments.length > 0 && price && (
        <output className="text-sm tabular-nums text-ink-quiet">
          {describePlan(instalments, price) ??
            'Payable in full until every instalment is large enough and the shares add up to 100%.'}
        </output>
      )}
    </fieldset>
  )
}
