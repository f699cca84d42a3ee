import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { SetupGate } from '../../security/setup-screen.tsx'
import { $session, loadSession } from '../../stores/session.ts'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { StaffArea } from './staff-area.tsx'
import { StaffHeader } from './staff-header.tsx'

/** The area of those who do the work; for everyone else the home page, given as children. */
export function StaffIsland({ children }: { children?: ReactNode }) {
  const { user, isLoading } = useStore($session)

  useEffect(() => {
    void loadSession()
  }, [])

  if (isLoading) return <PageSpinner />
  // The key resets the area's state when another user signs in.
  return user?.isStaff ? (
    <SetupGate>
      <StaffHeader user={user} />
      <StaffArea key={user.id} user={user} />
    </SetupGate>
  ) : (
    children
  )
}
