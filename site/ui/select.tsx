import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass } from './field.tsx'

/** A native selector with the shop's look. `frameClassName`: of the box around it. */
export function Select({
  frameClassName = '',
  className = 'truncate py-2 pr-9',
  ...rest
}: ComponentProps<'select'> & { frameClassName?: string }) {
  return (
    <span className={`relative block ${frameClassName}`}>
      <select
        {...rest}
        className={`${controlClass(Boolean(rest['aria-invalid']))} appearance-none ${className}`}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute right-3 top-1/2 size-4 -translate-y-1/2 text-ink-quiet"
      />
    </span>
  )
}
