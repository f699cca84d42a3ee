import { useEffect, useRef, useState } from 'react'
import type { AdminPackage, PackageVersion } from '../../../../api/contract/packages.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError } from '../../../stores/toast.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { HistoryDialog } from './history-dialog.tsx'

interface ChangedNoticeProps {
  item: AdminPackage
  message: string
  /** @param version the present version of the package, which the next save will replace */
  onKeep: (version: number) => void
}

/** Says that somebody else has saved the package since this edit began. What is typed stays in the form. */
export function ChangedNotice({ item, message, onKeep }: ChangedNoticeProps) {
  const [isShown, setIsShown] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  // Scrolls to the notice: the button that was pressed may be far below it.
  useEffect(() => notice.current?.focus(), [])

  async function keep(): Promise<void> {
    try {
      const [newest] = await callAdminApi<PackageVersion[]>(`/api/admin/packages/${item.id}/versions`)
      if (newest) onKeep(newest.version)
    } catch {
      showError('Update Failed', 'Failed to update package')
    }
  }

  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="mb-6 rounded border border-line bg-caution-soft p-4 text-sm text-ink focus:outline-none"
    >
      <p className="font-medium">{message}</p>
      <p className="mt-1">What you typed is still here and not saved.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setIsShown(true)}>
          See what changed
        </Button>
        <Button variant="secondary" onClick={() => void keep()}>
          Keep mine
        </Button>
      </div>
      {isShown && <HistoryDialog item={item} onClose={() => setIsShown(false)} />}
    </div>
  )
}
