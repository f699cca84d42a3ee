import { useStore } from '@nanostores/react'
import { Fragment, type ReactElement, useEffect } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import { SetupGate } from '#site/account/second-factor/setup-screen.tsx'
import { HomePage } from '#site/components/home-page.tsx'
import { $session, loadSession, loadSessionAgain } from '#site/kit/stores/session.ts'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'

interface AreaIslandProps {
  isFor: (user: User) => boolean
  /** Called if the signed-in user may not see the area. Must be a stable function. */
  onDenied?: () => void
  /** Shown while the session loads. */
  spinner: ReactElement
  children: (user: User) => ReactElement
}

/** Shows the area to users who may see it and the home page to everybody else. */
export function AreaIsland({ isFor, onDenied, spinner, children }: AreaIslandProps) {
  const { user, isLoading, hasFailed } = useStore($session)

  useEffect(() => {
    void loadSession()
  }, [])

  const isDenied = user !== null && !isFor(user)
  useEffect(() => {
    if (isDenied) onDenied?.()
  }, [isDenied, onDenied])

  if (hasFailed)
    return (
      <div className="grid min-h-dvh place-items-center bg-ground">
        <LoadFailed title="The shop isn’t responding" onRetry={loadSessionAgain} />
      </div>
    )
  if (isLoading) return spinner
  if (!user || isDenied) return <HomePage />
  return (
    <SetupGate>
      {/* The key resets the area's state when another user signs in. */}
      <Fragment key={user.id}>{children(user)}</Fragment>
    </SetupGate>
  )
}
