import { useStore } from '@nanostores/react'
import { AreaIsland } from '../../shell/area-island.tsx'
import { $isAdminDenied } from '../../stores/admin.ts'
import { AccessDenied } from './access-denied.tsx'
import { AdminArea } from './admin-area.tsx'
import { AdminSpinner } from './admin-spinner.tsx'
import { PLACES, readPlace } from './places.ts'

// Loads the place's code while the session is still being read. If it fails, opening the place shows the failure.
if (typeof location !== 'undefined') PLACES[readPlace(location.search)].load?.().catch(() => {})

export function AdminIsland() {
  if (useStore($isAdminDenied)) return <AccessDenied right="an administrator" />
  return (
    <AreaIsland isFor={({ isAdmin }) => isAdmin} spinner={<AdminSpinner />}>
      {(user) => <AdminArea user={user} />}
    </AreaIsland>
  )
}
