import type { ReactNode } from 'react'

interface SegmentsProps<Key extends string> {
  legend: string
  name: string
  options: Readonly<Record<Key, ReactNode>>
  value: Key
  onChange: (value: Key) => void
  className?: string
  /** Classes of each option, for example its height. */
  optionClassName: string
}

/** Radio buttons side by side. */
export function Segments<Key extends string>(props: SegmentsProps<Key>) {
  const { legend, name, options, value, onChange, className = 'flex', optionClassName } = props
  return (
    <fieldset className={`min-w-0 gap-1 rounded border border-line bg-ground-raised p-1 ${className}`}>
      <legend className="sr-only">{legend}</legend>
      {(Object.keys(options) as Key[]).map((one) => (
        <label
          key={one}
          data-chosen={one === value || undefined}
          className={`relative flex cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-sm px-3 text-sm font-medium text-ink-quiet transition-colors hover:text-ink data-[chosen]:bg-accent-soft data-[chosen]:text-accent-strong focus-within:outline focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-accent ${optionClassName}`}
        >
          {/* Must not cover the text, which is clicked as well. */}
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            onChange={() => onChange(one)}
            className="absolute left-0 top-0 opacity-0"
          />
          {options[one]}
        </label>
      ))}
    </fieldset>
  )
}
