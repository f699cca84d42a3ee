import { useState } from 'react'
import type { AdminCategory } from '../../../../api/contract/categories.ts'
import { readConflict } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface DeleteCategoryDialogProps {
  category: AdminCategory
  onClose: () => void
  onDeleted: () => void
}

export function DeleteCategoryDialog({ category, onClose, onDeleted }: DeleteCategoryDialogProps) {
  const [isDeleting, setIsDeleting] = useState(false)

  async function remove(): Promise<void> {
    setIsDeleting(true)
    try {
      await callAdminApi(`/api/admin/categories/${category.id}`, { method: 'DELETE' })
      showToast('Category Deleted', category.name)
      onDeleted()
    } catch (error) {
      showError('Deletion Failed', readConflict(error) ?? 'Failed to delete category')
      onClose()
    }
  }

  return (
    <ConfirmDialog
      title={`Delete ${category.name}?`}
      confirm="Delete"
      isBusy={isDeleting}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      Addresses with its name then find no packages. Only a category without packages can be deleted; any
      other one can be hidden.
    </ConfirmDialog>
  )
}
