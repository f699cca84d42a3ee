import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { HomePage } from '../../components/home-page.tsx'
import { SetupGate } from '../../security/setup-screen.tsx'
import { $session, loadSession } from '../../stores/session.ts'
import { StaffArea } from './staff-area.tsx'
import { StaffHeader } from './staff-header.tsx'
import { StaffSpinner } from './staff-heading.tsx'

/** The area of those who do the work; for everyone else the home page. */
export function StaffIsland() {
  const { user, isLoading } = useStore($session)

  useEffect(() => {
    void loadSession()
  }, [])

  if (isLoading) return <StaffSpinner />
  // The key resets the area's state when another user signs in.
  return user?.isStaff ? (
    <SetupGate>
      <StaffHeader user={user} />
      <StaffArea key={user.id} />
    </SetupGate>
  ) : (
    <HomePage />
  )
}
