import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { HomePage } from '../../components/home-page.tsx'
import { SetupGate } from '../../security/setup-screen.tsx'
import { $isAdminDenied } from '../../stores/admin.ts'
import { $session, loadSession } from '../../stores/session.ts'
import { AccessDenied } from './access-denied.tsx'
import { AdminArea } from './admin-area.tsx'
import { AdminSpinner } from './admin-spinner.tsx'
import { PLACES, readPlace } from './places.ts'

// Beside the question who is signed in, not after it. Who opens the place hears of a failure.
if (typeof location !== 'undefined') PLACES[readPlace(location.search)].load?.().catch(() => {})

/** The back office for admins; for everyone else the home page. */
export function AdminIsland() {
  const { user, isLoading } = useStore($session)
  const isDenied = useStore($isAdminDenied)

  useEffect(() => {
    void loadSession()
  }, [])

  if (isLoading) return <AdminSpinner />
  if (isDenied) return <AccessDenied />
  return user?.isAdmin ? (
    <SetupGate>
      <AdminArea key={user.id} user={user} />
    </SetupGate>
  ) : (
    <HomePage />
  )
}
