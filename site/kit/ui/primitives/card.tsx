import { type ReactNode, useId } from 'react'

const SURFACE = 'rounded-lg border border-line bg-ground-raised shadow-card'

export function Card({
  title,
  description,
  actions,
  isDense = false,
  children,
  className = '',
}: {
  title?: string
  description?: string
  actions?: ReactNode
  /** A lower heading, in the admin and staff areas. */
  isDense?: boolean
  children: ReactNode
  className?: string
}) {
  const titleId = useId()
  return (
    <section aria-labelledby={title && titleId} className={`${SURFACE} ${className}`}>
      {title && (
        <header
          className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 sm:px-6 ${
            isDense ? `min-h-[3.25rem] ${description ? 'py-2.5' : 'py-1'}` : 'min-h-[4.3125rem] py-3'
          }`}
        >
          <div className="min-w-0">
            <h2 id={titleId} className="text-base font-semibold tracking-tight text-ink">
              {title}
            </h2>
            {description && <p className="mt-0.5 text-sm text-ink-quiet">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}

interface CardPartProps {
  title: string
  /** For screen readers alone, where the part says itself what it is. */
  isTitleHidden?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** One of several headed parts of a card. */
export function CardPart({ title, isTitleHidden = false, actions, children }: CardPartProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="px-5 py-3 text-sm sm:px-6">
      <div className={isTitleHidden ? 'sr-only' : 'mb-1 flex items-center justify-between gap-x-4'}>
        <h3 id={titleId} className="font-medium text-ink-quiet">
          {title}
        </h3>
        <div className="-my-2.5">{actions}</div>
      </div>
      {children}
    </section>
  )
}
