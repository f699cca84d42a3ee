import { useState } from 'react'
import type { Revenue } from '#api/contract/operations/overview.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Segments } from '#site/kit/ui/primitives/segments.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { BarChart } from './bar-chart.tsx'
import { FiguresTable } from './figures-table.tsx'

const UNITS = { day: 'Day', week: 'Week', month: 'Month' }
const SPANS = { day: 'the last 30 days', week: 'the last 12 weeks', month: 'the last 12 months' }
type Unit = keyof typeof UNITS

/** @param revenues one per currency, the default currency first; undefined while they load */
export function RevenueCard({ revenues }: { revenues: Revenue[] | undefined }) {
  const [unit, setUnit] = useState<Unit>('day')
  const [wanted, setWanted] = useState<string | undefined>()
  const shown = revenues?.find((one) => one.currency === wanted) ?? revenues?.[0]
  const { revenue, currency } = shown ?? {}
  const steps = revenue?.[unit]
  const span = SPANS[unit]
  const total =
    steps &&
    formatAmount(
      steps.reduce((sum, { amount }) => sum + Number(amount), 0),
      currency,
    )

  return (
    <Card
      title="Revenue"
      isDense
      description={`In ${span}`}
      actions={
        <div className="flex flex-wrap gap-3">
          {revenues && revenues.length > 1 && currency && (
            <Segments
              legend="Revenue in"
              name="revenue-currency"
              options={Object.fromEntries(revenues.map((one) => [one.currency, one.currency]))}
              value={currency}
              onChange={setWanted}
              optionClassName="min-h-9 min-w-target"
            />
          )}
          <Segments
            legend="Revenue by"
            name="revenue-unit"
            options={UNITS}
            value={unit}
            onChange={setUnit}
            optionClassName="min-h-9 min-w-target"
          />
        </div>
      }
    >
      <div className="px-5 pb-2 pt-4 sm:px-6">
        <div className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-6 tabular-nums">
          <p className="text-xl font-semibold leading-8 tracking-tight text-ink">{total}</p>
          {shown && Number(shown.outstanding) > 0 && (
            <PlaceLink to={{ tab: 'orders', paymentStatus: 'instalment_paid' }} className="link text-sm">
              {formatAmount(shown.outstanding, currency)} still to be paid
            </PlaceLink>
          )}
        </div>
        <div className="mt-3 h-56">
          {steps ? (
            <BarChart
              label={`Revenue by ${unit}, ${span}`}
              names={steps.map(({ start }) => namePeriod(start, unit))}
              values={steps.map(({ amount }) => Number(amount))}
              currency={currency}
            />
          ) : (
            <Skeleton className="h-full w-full" />
          )}
        </div>
      </div>
      {steps && (
        <FiguresTable
          caption={`Revenue by ${unit}, ${span}`}
          headings={[unit === 'week' ? 'Week from' : UNITS[unit], 'Payments', 'Revenue']}
          rows={steps
            .map(({ start, payments, amount }) => [
              namePeriod(start, unit, true),
              String(payments),
              formatAmount(amount, currency),
            ])
            .reverse()}
        />
      )}
    </Card>
  )
}

/** The API sends days without a time, which browsers parse as UTC. */
const options = { timeZone: 'UTC' } as const
const day = new Intl.DateTimeFormat('en-GB', { ...options, day: 'numeric', month: 'short' })
const wholeDay = new Intl.DateTimeFormat('en-GB', {
  ...options,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const month = new Intl.DateTimeFormat('en-GB', { ...options, month: 'short', year: '2-digit' })
const shortMonth = new Intl.DateTimeFormat('en-GB', { ...options, month: 'short' })
const wholeMonth = new Intl.DateTimeFormat('en-GB', { ...options, month: 'long', year: 'numeric' })

/** @example nameMonth('2026-11-01') // Nov */
export const nameMonth = (start: string): string => shortMonth.format(new Date(start))

/** @param start the first day of the period @example namePeriod('2026-11-20', 'day') // 20 Nov */
function namePeriod(start: string, unit: 'day' | 'week' | 'month', isWhole = false): string {
  const date = new Date(start)
  if (unit === 'month') return (isWhole ? wholeMonth : month).format(date)
  return (isWhole ? wholeDay : day).format(date)
}
