import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Coupon } from '../../../../api/contract/admin.ts'
import { ApiError } from '../../../client/api.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DiscardDialog, ResumedNotice } from '../packages/discard-dialog.tsx'
import { useKeptEdit } from '../packages/use-kept-edit.ts'
import { type CouponDraft, type CouponErrors, checkDraft, toBody, toDraft } from './coupon-draft.ts'
import { CouponFields } from './coupon-fields.tsx'

interface CouponDialogProps {
  /** Undefined: a new one. */
  coupon: Coupon | undefined
  onClose: () => void
  onSaved: (saved: Coupon) => void
}

export function CouponDialog({ coupon, onClose, onSaved }: CouponDialogProps) {
  const edit = useKeptEdit<CouponDraft>(`coupon-${coupon?.id ?? 'new'}`, toDraft(coupon), leave)
  const [errors, setErrors] = useState<CouponErrors>({})
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
    const found = checkDraft(edit.value, coupon)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setIsSaving(true)
    try {
      const saved = await callAdminApi<Coupon>(`/api/admin/coupons${coupon ? `/${coupon.id}` : ''}`, {
        method: coupon ? 'PATCH' : 'POST',
        body: toBody(edit.value, coupon),
      })
      edit.forget()
      showToast(coupon ? 'Coupon Updated' : 'Coupon Created', saved.code)
      onSaved(saved)
    } catch (error) {
      setIsSaving(false)
      const issues = (error instanceof ApiError && error.body?.issues) || []
      setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
      if (coupon) showError('Update Failed', 'Failed to update coupon')
      else showError('Creation Failed', 'Failed to create coupon')
    }
  }

  return (
    <>
      <Dialog
        open
        onClose={leave}
        title={coupon ? 'Edit coupon' : 'New coupon'}
        description={coupon?.code}
        footer={
          <div className="flex justify-end gap-3">
            <Button variant="secondary" disabled={isSaving} onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={isSaving} className="min-w-40 max-sm:flex-1">
              {isSaving ? 'Saving...' : coupon ? 'Save Changes' : 'Create Coupon'}
            </Button>
          </div>
        }
      >
        {edit.isResumed && <ResumedNotice onStartOver={edit.startOver} />}
        <form ref={form} id={formId} noValidate onSubmit={(event) => void save(event)}>
          <fieldset disabled={isSaving} className="min-w-0">
            <legend className="sr-only">Coupon</legend>
            <CouponFields
              draft={edit.value}
              errors={errors}
              coupon={coupon}
              onChange={(changes) => edit.setValue((before) => ({ ...before, ...changes }))}
            />
          </fieldset>
        </form>
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
