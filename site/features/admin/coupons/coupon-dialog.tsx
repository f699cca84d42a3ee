import type { Coupon } from '../../../../api/contract/admin.ts'
import { readFieldErrors } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { EditDialog } from '../../../ui/edit-dialog.tsx'
import { type CouponDraft, type CouponErrors, checkDraft, toBody, toDraft } from './coupon-draft.ts'
import { CouponFields } from './coupon-fields.tsx'

interface CouponDialogProps {
  /** Undefined: a new one. */
  coupon: Coupon | undefined
  onClose: () => void
  onSaved: (saved: Coupon) => void
}

export function CouponDialog({ coupon, onClose, onSaved }: CouponDialogProps) {
  async function save(draft: CouponDraft): Promise<void> {
    const saved = await callAdminApi<Coupon>(`/api/admin/coupons${coupon ? `/${coupon.id}` : ''}`, {
      method: coupon ? 'PATCH' : 'POST',
      body: toBody(draft, coupon),
    })
    showToast(coupon ? 'Coupon Updated' : 'Coupon Created', saved.code)
    onSaved(saved)
  }

  function explain(error: unknown): CouponErrors {
    if (coupon) showError('Update Failed', 'Failed to update coupon')
    else showError('Creation Failed', 'Failed to create coupon')
    return readFieldErrors(error)
  }

  return (
    <EditDialog<CouponDraft, CouponErrors>
      draftKey={`coupon-${coupon?.id ?? 'new'}`}
      initial={toDraft(coupon)}
      title={coupon ? 'Edit coupon' : 'New coupon'}
      description={coupon?.code}
      legend="Coupon"
      submitLabel={coupon ? 'Save Changes' : 'Create Coupon'}
      onClose={onClose}
      check={(draft) => checkDraft(draft, coupon)}
      save={save}
      explain={explain}
    >
      {({ draft, errors, change }) => (
        <CouponFields draft={draft} errors={errors} coupon={coupon} onChange={change} />
      )}
    </EditDialog>
  )
}
