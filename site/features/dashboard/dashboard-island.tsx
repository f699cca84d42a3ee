import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { HomePage } from '../../components/home-page.tsx'
import { SetupGate } from '../../security/setup-screen.tsx'
import { $session, loadSession, readGreeting } from '../../stores/session.ts'
import { Dashboard } from './dashboard.tsx'
import { DashboardSpinner } from './overview-heading.tsx'

/** The customer's area for who is signed in; for everyone else the home page. */
export function DashboardIsland() {
  const { user, isLoading } = useStore($session)

  useEffect(() => {
    void loadSession()
  }, [])

  if (isLoading) return <DashboardSpinner greeting={readGreeting()} />
  // The key resets the area's state when another user signs in.
  return user ? (
    <SetupGate>
      <Dashboard key={user.id} user={user} />
    </SetupGate>
  ) : (
    <HomePage />
  )
}
