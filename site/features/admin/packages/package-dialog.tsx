import type { AdminPackage } from '../../../../api/contract/admin.ts'
import { readIssues } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { EditDialog } from '../../../ui/edit-dialog.tsx'
import { CardPreview } from './card-preview.tsx'
import {
  checkDraft,
  type PackageDraft,
  type PackageErrors,
  placeIssues,
  toBody,
  toDraft,
} from './package-draft.ts'
import { PackageFields } from './package-fields.tsx'

interface PackageDialogProps {
  /** Undefined: a new one. */
  item: AdminPackage | undefined
  onClose: () => void
  onSaved: (saved: AdminPackage) => void
}

export function PackageDialog({ item, onClose, onSaved }: PackageDialogProps) {
  async function save(draft: PackageDraft): Promise<void> {
    const saved = await callAdminApi<AdminPackage>(`/api/admin/packages${item ? `/${item.id}` : ''}`, {
      method: item ? 'PUT' : 'POST',
      body: toBody(draft),
    })
    showToast(item ? 'Package Updated' : 'Package Created', saved.name)
    onSaved(saved)
  }

  function explain(error: unknown): PackageErrors {
    if (item) showError('Update Failed', 'Failed to update package')
    else showError('Creation Failed', 'Failed to create package')
    return placeIssues(readIssues(error))
  }

  return (
    <EditDialog<PackageDraft, PackageErrors>
      draftKey={`package-${item?.id ?? 'new'}`}
      initial={toDraft(item)}
      size="xl"
      title={item ? 'Edit package' : 'New package'}
      description={item?.name}
      legend="Package"
      submitLabel={item ? 'Save Changes' : 'Create Package'}
      onClose={onClose}
      check={checkDraft}
      save={save}
      explain={explain}
      aside={(draft) => (
        <aside className="max-w-sm lg:sticky lg:top-0 lg:self-start">
          <CardPreview draft={draft} />
        </aside>
      )}
    >
      {({ draft, errors, change }) => <PackageFields draft={draft} errors={errors} onChange={change} />}
    </EditDialog>
  )
}
