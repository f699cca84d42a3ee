import { lazy, Suspense, useState } from 'react'
import type { Overview } from '../../../../api/contract/overview.ts'
import { formatUsd } from '../../../format/money.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FiguresTable } from './figures-table.tsx'
import { namePeriod } from './period-names.ts'

/** Brings chart.js, which nothing else needs. */
const BarChart = lazy(async () => ({ default: (await import('./bar-chart.tsx')).BarChart }))

const UNITS = [
  ['day', 'Day', 'the last 30 days'],
  ['week', 'Week', 'the last 12 weeks'],
  ['month', 'Month', 'the last 12 months'],
] as const
type Unit = (typeof UNITS)[number][0]

export function RevenueCard({ revenue }: { revenue: Overview['revenue'] | undefined }) {
  const [unit, setUnit] = useState<Unit>('day')
  const steps = revenue?.[unit]
  const span = UNITS.find(([id]) => id === unit)?.[2] ?? ''
  const total = steps && formatUsd(steps.reduce((sum, { amount }) => sum + Number(amount), 0))

  return (
    <Card
      title="Revenue"
      description={`In ${span}, counted in UTC`}
      actions={<UnitChoice unit={unit} onChange={setUnit} />}
    >
      <div className="px-5 pb-2 pt-5 sm:px-6">
        <p className="h-8 text-xl font-semibold leading-8 tracking-tight tabular-nums text-ink">{total}</p>
        <div className="mt-3 h-64 sm:h-72">
          {steps ? (
            <Suspense fallback={<Skeleton className="h-full w-full" />}>
              <BarChart
                label={`Revenue by ${unit}, ${span}`}
                names={steps.map(({ start }) => namePeriod(start, unit))}
                values={steps.map(({ amount }) => Number(amount))}
                isMoney
              />
            </Suspense>
          ) : (
            <Skeleton className="h-full w-full" />
          )}
        </div>
      </div>
      {steps && (
        <FiguresTable
          caption={`Revenue by ${unit}, ${span}`}
          headings={[unit === 'day' ? 'Day' : unit === 'week' ? 'Week from' : 'Month', 'Payments', 'Revenue']}
          rows={steps
            .toReversed()
            .map(({ start, payments, amount }) => [
              namePeriod(start, unit, true),
              String(payments),
              formatUsd(amount),
            ])}
        />
      )}
    </Card>
  )
}

function UnitChoice({ unit, onChange }: { unit: Unit; onChange: (unit: Unit) => void }) {
  return (
    <fieldset className="flex rounded border border-line bg-ground-quiet p-0.5">
      <legend className="sr-only">Revenue by</legend>
      {UNITS.map(([id, label]) => (
        <label
          key={id}
          className="relative grid min-h-10 min-w-target cursor-pointer place-items-center rounded-sm px-3.5 text-sm font-medium text-ink-quiet transition-colors hover:text-ink has-[:checked]:bg-accent-soft has-[:checked]:text-accent-strong has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent"
        >
          <input
            type="radio"
            name="revenue-unit"
            value={id}
            checked={id === unit}
            onChange={() => onChange(id)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
