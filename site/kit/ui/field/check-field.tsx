import { type ReactNode, useId } from 'react'

export function CheckField({
  label,
  hint,
  checked,
  onChange,
  name,
  className = '',
}: {
  label: ReactNode
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  className?: string
}) {
  const id = useId()
  return (
    <div className={`min-w-0 ${className}`}>
      <label
        htmlFor={id}
        className={`flex min-h-target cursor-pointer items-center gap-3 text-sm font-medium text-ink ${hint ? 'py-3' : ''}`}
      >
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={checked}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="tick size-5"
        />
        <span className="min-w-0">{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-2 pl-8 text-sm text-ink-quiet">
          {hint}
        </p>
      )}
    </div>
  )
}
