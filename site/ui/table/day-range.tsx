import { useEffect, useState } from 'react'
import { controlClass } from '../field/field.tsx'
import type { TableList } from './data-table-list.ts'

/** Two days as the filters `from` and `to` of a list, both included. @param label what happened on them: 'Ordered' */
export function DayRange<Row>({
  list: { filters, change },
  label,
}: {
  list: Pick<TableList<Row>, 'filters' | 'change'>
  label: string
}) {
  const { from = '', to = '' } = filters
  return (
    <fieldset className="flex min-w-0 items-center gap-1.5 text-sm text-ink-quiet max-md:basis-full">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="max-md:sr-only">
        {label}
      </span>
      <DayInput
        label={`${label} from`}
        day={from}
        onChange={(day) => change({ filters: { from: day, to: to && to < day ? day : to } })}
      />
      <span aria-hidden="true">–</span>
      <DayInput
        label={`${label} to`}
        day={to}
        onChange={(day) => change({ filters: { from: day && day < from ? day : from, to: day } })}
      />
    </fieldset>
  )
}

function DayInput({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(day)
  useEffect(() => setTyped(day), [day])
  return (
    <input
      type="date"
      aria-label={label}
      title={label}
      value={typed}
      min="2000-01-01"
      max="2099-12-31"
      onChange={({ target: { value } }) => {
        setTyped(value)
        // While a year is typed, its first digits are years of long ago.
        if (value === '' || value.startsWith('20')) onChange(value)
      }}
      className={`${controlClass()} min-w-0 flex-1 px-2 py-1.5 tabular-nums md:w-[8.25rem] md:[&]:text-[13px]`}
    />
  )
}
