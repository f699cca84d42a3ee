import { ShieldAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonClass } from '../../ui/primitives/button.tsx'

/** Shown instead of the area once the API has refused a call: the right was taken away, or the session has ended. */
export function AccessDenied({ right }: { right: 'an administrator' | 'an accountant' }) {
  const heading = useRef<HTMLHeadingElement>(null)

  // The element that had the focus is no longer there.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="grid min-h-[70dvh] place-items-center bg-ground-quiet px-4 py-16">
      <div className="flex w-full max-w-md flex-col items-center rounded-lg border border-line bg-ground-raised px-6 py-12 text-center shadow-card">
        <span className="grid size-12 place-items-center rounded-full bg-negative-soft text-negative ring-1 ring-inset ring-negative/20">
          <ShieldAlert aria-hidden="true" className="size-6" />
        </span>
        <h1
          ref={heading}
          tabIndex={-1}
          className="mt-5 text-2xl font-semibold tracking-tight text-ink focus:outline-none"
        >
          Access Denied
        </h1>
        <p className="mt-2 max-w-[38ch] text-ink-quiet">Your account is no longer {right}.</p>
        <a href="/" className={buttonClass({ className: 'mt-7' })}>
          Return to Home
        </a>
      </div>
    </div>
  )
}
