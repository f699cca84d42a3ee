import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { AdminPackage } from '../../../../api/contract/admin.ts'
import { ApiError } from '../../../client/api.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CardPreview } from './card-preview.tsx'
import { DiscardDialog, ResumedNotice } from './discard-dialog.tsx'
import {
  checkDraft,
  type PackageDraft,
  type PackageErrors,
  placeIssues,
  toBody,
  toDraft,
} from './package-draft.ts'
import { PackageFields } from './package-fields.tsx'
import { useKeptEdit } from './use-kept-edit.ts'

interface PackageDialogProps {
  /** Undefined: a new one. */
  item: AdminPackage | undefined
  onClose: () => void
  onSaved: (saved: AdminPackage) => void
}

export function PackageDialog({ item, onClose, onSaved }: PackageDialogProps) {
  const edit = useKeptEdit<PackageDraft>(`package-${item?.id ?? 'new'}`, toDraft(item), leave)
  const [errors, setErrors] = useState<PackageErrors>({})
  const [isSaving, setIsSaving] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  function leave(): void {
    if (isSaving) return
    if (edit.isChanged) setIsAsking(true)
    else onClose()
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    const found = checkDraft(edit.value)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setIsSaving(true)
    try {
      const saved = await callAdminApi<AdminPackage>(`/api/admin/packages${item ? `/${item.id}` : ''}`, {
        method: item ? 'PUT' : 'POST',
        body: toBody(edit.value),
      })
      edit.forget()
      showToast(item ? 'Package Updated' : 'Package Created', saved.name)
      onSaved(saved)
    } catch (error) {
      setIsSaving(false)
      setErrors(placeIssues((error instanceof ApiError && error.body?.issues) || []))
      if (item) showError('Update Failed', 'Failed to update package')
      else showError('Creation Failed', 'Failed to create package')
    }
  }

  return (
    <>
      <Dialog
        open
        size="xl"
        onClose={leave}
        title={item ? 'Edit package' : 'New package'}
        description={item?.name}
        footer={
          <div className="flex justify-end gap-3">
            <Button variant="secondary" disabled={isSaving} onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={isSaving} className="min-w-40 max-sm:flex-1">
              {isSaving ? 'Saving...' : item ? 'Save Changes' : 'Create Package'}
            </Button>
          </div>
        }
      >
        {edit.isResumed && <ResumedNotice onStartOver={edit.startOver} />}
        <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18.5rem]">
          <form ref={form} id={formId} noValidate onSubmit={(event) => void save(event)}>
            <fieldset disabled={isSaving} className="min-w-0">
              <legend className="sr-only">Package</legend>
              <PackageFields
                draft={edit.value}
                errors={errors}
                onChange={(changes) => edit.setValue((before) => ({ ...before, ...changes }))}
              />
            </fieldset>
          </form>
          <aside className="max-w-sm lg:sticky lg:top-0 lg:self-start">
            <CardPreview draft={edit.value} />
          </aside>
        </div>
      </Dialog>
      {isAsking && (
        <DiscardDialog
          onStay={() => setIsAsking(false)}
          onDiscard={() => {
            edit.forget()
            onClose()
          }}
        />
      )}
    </>
  )
}
