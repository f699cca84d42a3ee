import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown if there is nothing to show or something failed: says what to do next. Without a title if the page's heading says it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  isError = false,
}: {
  icon: LucideIcon
  title?: string
  children?: ReactNode
  action?: ReactNode
  isError?: boolean
}) {
  return (
    <div role={isError ? 'alert' : undefined} className="flex flex-col items-center px-6 py-10 text-center">
      <span
        className={`grid size-11 place-items-center rounded-full ring-1 ring-inset ${
          isError
            ? 'bg-negative-soft text-negative ring-negative/20'
            : 'bg-ground-quiet text-ink-quiet ring-line'
        }`}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      {title && <p className="mt-4 font-medium text-ink [overflow-wrap:anywhere]">{title}</p>}
      {children && (
        <p className="mt-1 max-w-[44ch] text-sm leading-relaxed text-ink-quiet [overflow-wrap:anywhere]">
          {children}
        </p>
      )}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
