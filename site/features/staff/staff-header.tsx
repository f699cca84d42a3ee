import { useState } from 'react'
import type { User } from '../../../api/contract/auth.ts'
import { AccountMenu } from '../../shell/account-menu.tsx'
import { AreaBar } from '../../shell/area-bar.tsx'
import { signOut } from '../../stores/session.ts'
import { showToast } from '../../stores/toast.ts'

export function StaffHeader({ user }: { user: User }) {
  const [isBusy, setIsBusy] = useState(false)

  async function leave(): Promise<void> {
    setIsBusy(true)
    // A failure signs out in the browser all the same.
    await signOut().then(
      () => showToast('Logged out successfully'),
      () => {},
    )
    location.assign('/')
  }

  return (
    <AreaBar>
      <span className="flex-1" />
      <AccountMenu user={user} signOut={{ label: 'Sign Out', isBusy, onClick: () => void leave() }} />
    </AreaBar>
  )
}
