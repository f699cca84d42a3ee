import { useStore } from '@nanostores/react'
import { $query, changeQuery } from '../../../stores/address.ts'
import { controlClass } from '../../../ui/field/field.tsx'

/** The first and the last day of a list, as the address has them. */
export function PeriodFilter() {
  const query = new URLSearchParams(useStore($query))
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const change = (name: string, day: string) => changeQuery({ [name]: day || undefined, page: undefined })
  return (
    <>
      <DayField label="From" value={from} max={to} onChange={(day) => change('from', day)} />
      <DayField label="To" value={to} min={from} onChange={(day) => change('to', day)} />
    </>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayField({ label, onChange, ...control }: DayFieldProps) {
  return (
    <label className="flex items-center gap-2 text-sm text-ink-quiet max-sm:w-full">
      <span className="max-sm:w-10">{label}</span>
      <input
        type="date"
        {...control}
        className={controlClass()}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
