import { useState } from 'react'
import type { AdminPackage } from '../../../../api/contract/admin.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Takes a package out of the shop or back into it. @returns undefined if it failed, after a toast */
export async function switchPackage(item: AdminPackage): Promise<AdminPackage | undefined> {
  try {
    const saved = await callAdminApi<AdminPackage>(`/api/admin/packages/${item.id}`, {
      method: 'PUT',
      body: { isActive: !item.isActive },
    })
    showToast(
      'Package Updated',
      `${saved.name} is ${saved.isActive ? 'in the shop' : 'no longer in the shop'}.`,
    )
    return saved
  } catch {
    showError('Update Failed', 'Failed to update package')
    return undefined
  }
}

/** Packages are never deleted: orders point to them. */
export function DeactivateDialog({
  item,
  onClose,
  onSaved,
}: {
  item: AdminPackage
  onClose: () => void
  onSaved: (saved: AdminPackage) => void
}) {
  const [isSaving, setIsSaving] = useState(false)

  async function deactivate(): Promise<void> {
    setIsSaving(true)
    const saved = await switchPackage(item)
    if (saved) onSaved(saved)
    else setIsSaving(false)
  }

  return (
    <ConfirmDialog
      title={`Take ${item.name} out of the shop?`}
      confirm="Deactivate"
      isBusy={isSaving}
      onCancel={onClose}
      onConfirm={() => void deactivate()}
    >
      Nobody can find or buy it until it is activated again. Existing orders keep it, and work on them
      continues.
    </ConfirmDialog>
  )
}
