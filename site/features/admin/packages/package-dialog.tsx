import { History } from 'lucide-react'
import { useState } from 'react'
import type { AdminPackage } from '../../../../api/contract/packages.ts'
import { readConflict, readIssues } from '../../../client/refusals.ts'
import { saveAt } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { EditDialog } from '../../../ui/dialog/edit-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import type { Dialogs } from '../../../ui/use-dialog.ts'
import { CardPreview } from './card-preview.tsx'
import { ChangedNotice, HistoryDialog } from './history-dialog.tsx'
import {
  checkDraft,
  type PackageDraft,
  type PackageErrors,
  placeIssues,
  toBody,
  toDraft,
} from './package-draft.ts'
import { PackageFields } from './package-fields.tsx'
import { makePreview, PreviewDialog, type Previewed } from './preview-dialog.tsx'

interface PackageDialogProps {
  item?: AdminPackage
  tools: Dialogs
  /** Gets the package as it is now, with the version that the next change builds on. */
  onSaved: (saved: AdminPackage) => void
}

export function PackageDialog({ item, tools, onSaved }: PackageDialogProps) {
  const [conflict, setConflict] = useState<string | undefined>()
  const [previewed, setPreviewed] = useState<Previewed | undefined>()
  const [isHistory, setIsHistory] = useState(false)

  async function save(draft: PackageDraft): Promise<void> {
    const saved = await saveAt<AdminPackage>('/api/admin/packages', item?.id, toBody(draft))
    showToast(item ? 'Package Updated' : 'Package Created', saved.name)
    onSaved(saved)
    tools.finish()
  }

  function explain(error: unknown): PackageErrors {
    if (item) showError('Update Failed', 'Failed to update package')
    else showError('Creation Failed', 'Failed to create package')
    setConflict(readConflict(error))
    return placeIssues(readIssues(error))
  }

  async function preview(draft: PackageDraft): Promise<void> {
    const { expectedVersion: _, ...body } = toBody(draft)
    setPreviewed({ id: await makePreview(item?.id, body), name: draft.name.trim() })
  }

  function explainPreview(error: unknown): PackageErrors {
    showError('Preview Failed', 'Failed to show the package')
    return placeIssues(readIssues(error))
  }

  return (
    <>
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
        second={{ label: 'Preview', busyLabel: 'Drawing...', act: preview, explain: explainPreview }}
        aside={(draft) => (
          <aside className="max-w-sm lg:sticky lg:top-0 lg:self-start">
            <CardPreview draft={draft} />
            {item && (
              <Button
                icon={History}
                variant="secondary"
                className="mt-4 w-full"
                onClick={() => setIsHistory(true)}
              >
                History
              </Button>
            )}
          </aside>
        )}
      >
        {(editing) => (
          <>
            {item && conflict && (
              <ChangedNotice
                item={item}
                message={conflict}
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
      {previewed && <PreviewDialog previewed={previewed} onClose={() => setPreviewed(undefined)} />}
      {item && isHistory && (
        <HistoryDialog item={item} onClose={() => setIsHistory(false)} onRestored={tools.finish} />
      )}
    </>
  )
}
