import { Power, PowerOff } from 'lucide-react'
import { useState } from 'react'
import type { Coupon } from '../../../../api/contract/admin.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'

/** Takes a coupon out of use, or back into it. Asks nothing: the same button undoes it. */
export function SwitchCouponButton({
  coupon,
  onSaved,
}: {
  coupon: Coupon
  onSaved: (coupon: Coupon) => Promise<void>
}) {
  const [isSaving, setIsSaving] = useState(false)
  const isOn = coupon.status === 'active'
  const Icon = isOn ? PowerOff : Power

  async function flip(): Promise<void> {
    setIsSaving(true)
    try {
      const body = { status: isOn ? 'inactive' : 'active' }
      const saved = await callAdminApi<Coupon>(`/api/admin/coupons/${coupon.id}`, { method: 'PATCH', body })
      await onSaved(saved)
      showToast('Coupon Updated', `${saved.code} is ${isOn ? 'no longer in use' : 'in use again'}.`)
    } catch {
      showError('Update Failed', 'Failed to update coupon')
    }
    setIsSaving(false)
  }

  const label = isOn ? 'Deactivate' : 'Activate'
  return (
    <Button
      variant="ghost"
      busy={isSaving}
      aria-label={`${label} ${coupon.code}`}
      title={label}
      className="lg:max-xl:px-0 xl:px-3"
      onClick={() => void flip()}
    >
      {!isSaving && <Icon aria-hidden="true" className="size-4" />}
      <span className="lg:max-xl:sr-only">{label}</span>
    </Button>
  )
}
