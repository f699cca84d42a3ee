import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown in place of the cards. */
export function Notice({
  Icon,
  title,
  text,
  role,
  children,
}: {
  Icon: LucideIcon
  title: string
  text: string
  role?: 'alert'
  children?: ReactNode
}) {
  return (
    <div
      role={role}
      className="mt-8 flex flex-col items-center rounded-lg border border-dashed border-line-strong/60 px-6 py-20 text-center"
    >
      <span className="grid size-12 place-items-center rounded-full bg-ground-quiet text-ink-quiet">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <p className="mt-5 text-lg font-semibold tracking-tight">{title}</p>
      <p className="mt-1 max-w-[44ch] text-ink-quiet">{text}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  )
}
