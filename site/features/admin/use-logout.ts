import { useState } from 'react'
import { signOut } from '../../stores/session.ts'
import { showError, showToast } from '../../stores/toast.ts'

export function useLogout() {
  const [isBusy, setIsBusy] = useState(false)

  async function leave(): Promise<void> {
    setIsBusy(true)
    try {
      await signOut()
      showToast('Logged out successfully')
      location.assign('/')
    } catch {
      // The user is signed out here all the same, so the home page is shown now.
      showError('Logout failed', 'There was an error logging out')
    }
  }

  return { label: 'Logout', isBusy, onClick: () => void leave() }
}
