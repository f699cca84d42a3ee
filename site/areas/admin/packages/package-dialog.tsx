import { useState } from 'react'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { readIssues } from '#site/kit/client/refusals.ts'
import { saveRecord } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { EditDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import { ChangedNotice, type ConflictingSave, readOtherSave } from './changed-notice.tsx'
import { DraftCard } from './draft-card.tsx'
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
  item?: AdminPackage
  tools: Dialogs
  /** Receives the saved package, with the version that the next change builds on. */
  onSaved: (saved: AdminPackage) => void
}

export function PackageDialog({ item, tools, onSaved }: PackageDialogProps) {
  const [conflict, setConflict] = useState<ConflictingSave | undefined>()

  async function save(draft: PackageDraft): Promise<void> {
    const saved = await saveRecord<AdminPackage>('/api/admin/packages', item?.id, toBody(draft))
    showToast(item ? 'Package Updated' : 'Package Created', saved.name)
    onSaved(saved)
    tools.finish()
  }

  function explain(error: unknown): PackageErrors {
    if (item) showError('Update Failed', 'Failed to update package')
    else showError('Creation Failed', 'Failed to create package')
    setConflict(readOtherSave(error))
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
      onClose={tools.close}
      check={checkDraft}
      save={save}
      explain={explain}
      aside={(draft) => (
        <aside className="max-w-sm lg:sticky lg:top-0 lg:self-start">
          <DraftCard draft={draft} />
        </aside>
      )}
    >
      {(editing) => (
        <>
          {item && conflict && (
            <ChangedNotice
              save={conflict}
              onKeep={(expectedVersion) => {
                editing.change({ expectedVersion })
                setConflict(undefined)
              }}
            />
          )}
          <PackageFields editing={editing} />
        </>
      )}
    </EditDialog>
  )
}
