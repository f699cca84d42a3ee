import { ShieldAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { signOut } from '#site/kit/stores/session.ts'
import { announceRedirect, showError } from '#site/kit/stores/toast.ts'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'

/** Replaces the area once the API refuses a call: the right was revoked, or the session has ended. */
export function AccessDenied() {
  const heading = useRef<HTMLHeadingElement>(null)

  // Take the focus, because the element that had it is gone.
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
        <p className="mt-2 max-w-[38ch] text-ink-quiet">Your account no longer has admin rights.</p>
        <a href="/" className={buttonClass({ className: 'mt-7' })}>
          Return to Home
        </a>
      </div>
    </div>
  )
}

export function useLogout() {
  const [isBusy, setIsBusy] = useState(false)

  async function leave(): Promise<void> {
    setIsBusy(true)
    try {
      await signOut()
      announceRedirect('Logged out successfully')
      location.assign('/')
    } catch {
      // This browser is signed out anyway, so the home page shows now.
      showError('Logout failed', 'There was an error logging out')
    }
  }

  return { label: 'Logout', isBusy, onClick: () => void leave() }
}
