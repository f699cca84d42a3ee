import { calendar } from 'virtual:content'
import { useState } from 'react'
import type { Revenue } from '#api/contract/operations/overview.ts'
import { formatAmount } from '#api/rules/money/format.ts'
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
      description={`In ${span} (${calendar.timeZone})`}
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
      <div className="px-5 pb-2 pt-5 sm:px-6">
        <p className="h-8 text-xl font-semibold leading-8 tracking-tight tabular-nums text-ink">{total}</p>
        <dl className="mt-1 flex min-h-5 flex-wrap max-sm:min-h-11 gap-x-6 gap-y-1 text-sm tabular-nums">
          {revenue?.month
            .slice(-2)
            .reverse()
            .map(({ start, amount }, index) => (
              <div key={start} className="flex gap-1.5">
                <dt className="text-ink-quiet">
                  {namePeriod(start, 'month', true)}
                  {index === 0 && ' so far'}
                </dt>
                <dd className="font-semibold text-ink">{formatAmount(amount, currency)}</dd>
              </div>
            ))}
        </dl>
        <div className="mt-3 h-64 sm:h-72">
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
            .reverse()
            .map(({ start, payments, amount }) => [
              namePeriod(start, unit, true),
              String(payments),
              formatAmount(amount, currency),
            ])}
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
const wholeMonth = new Intl.DateTimeFormat('en-GB', { ...options, month: 'long', year: 'numeric' })

/** @param start the first day of the period @example namePeriod('2026-11-20', 'day') // 20 Nov */
function namePeriod(start: string, unit: 'day' | 'week' | 'month', isWhole = false): string {
  const date = new Date(start)
  if (unit === 'month') return (isWhole ? wholeMonth : month).format(date)
  return (isWhole ? wholeDay : day).format(date)
}
