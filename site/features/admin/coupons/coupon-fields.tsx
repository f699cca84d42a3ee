import type { Coupon } from '../../../../api/contract/admin.ts'
import { CheckField } from '../../../ui/check-field.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { usePackageNames } from '../list/package-filter.tsx'
import { type CouponDraft, type CouponErrors, EVERY_PACKAGE } from './coupon-draft.ts'

export function CouponFields({
  draft,
  errors,
  coupon,
  onChange,
}: {
  draft: CouponDraft
  errors: CouponErrors
  coupon: Coupon | undefined
  onChange: (changes: Partial<CouponDraft>) => void
}) {
  const packages = usePackageNames()
  const isPercentage = draft.discountType === 'percentage'
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField
        label="Code"
        name="code"
        required
        maxLength={50}
        autoComplete="off"
        autoCapitalize="characters"
        inputMode="text"
        spellCheck={false}
        value={draft.code}
        error={errors.code}
        hint="What buyers type. Letters, digits, - and _."
        className="[&_input]:uppercase sm:col-span-2"
        onChange={(event) => onChange({ code: event.target.value })}
      />
      <SelectField
        label="Type"
        name="discountType"
        value={draft.discountType}
        error={errors.discountType}
        onChange={(event) => onChange({ discountType: event.target.value as CouponDraft['discountType'] })}
      >
        <option value="percentage">Percentage</option>
        <option value="fixed">Fixed amount</option>
      </SelectField>
      <TextField
        label={isPercentage ? 'Discount (%)' : 'Discount (USD)'}
        name="discount"
        required
        autoComplete="off"
        inputMode="decimal"
        value={draft.discount}
        error={errors.discount}
        className="[&_input]:tabular-nums"
        onChange={(event) => onChange({ discount: event.target.value })}
      />
      <TextField
        label="Usage limit"
        name="usageLimit"
        autoComplete="off"
        inputMode="numeric"
        value={draft.usageLimit}
        error={errors.usageLimit}
        hint={describeUse(coupon)}
        className="[&_input]:tabular-nums"
        onChange={(event) => onChange({ usageLimit: event.target.value })}
      />
      <TextField
        label="Expires"
        name="expiresAt"
        type="datetime-local"
        value={draft.expiresAt}
        error={errors.expiresAt}
        hint="Empty: never. In your time zone."
        onChange={(event) => onChange({ expiresAt: event.target.value })}
      />
      <SelectField
        label="Package"
        name="packageId"
        value={draft.packageId}
        error={errors.packageId}
        className="sm:col-span-2"
        onChange={(event) => onChange({ packageId: event.target.value })}
      >
        <option value={EVERY_PACKAGE}>All packages</option>
        {packages?.map(({ id, name, isActive }) => (
          <option key={id} value={id}>
            {name}
            {isActive ? '' : ' (inactive)'}
          </option>
        ))}
        {!packages && draft.packageId !== EVERY_PACKAGE && (
          <option value={draft.packageId}>Package {draft.packageId}</option>
        )}
      </SelectField>
      <CheckField
        label="New customers only"
        hint="An email with a paid order cannot use it."
        name="newCustomersOnly"
        checked={draft.newCustomersOnly}
        onChange={(newCustomersOnly) => onChange({ newCustomersOnly })}
      />
      <CheckField
        label="Active"
        hint="Buyers can use it."
        name="isActive"
        checked={draft.isActive}
        onChange={(isActive) => onChange({ isActive })}
      />
    </div>
  )
}

function describeUse(coupon: Coupon | undefined): string {
  if (!coupon || coupon.usedCount === 0) return 'Empty: no limit.'
  return `Empty: no limit. Used ${coupon.usedCount === 1 ? 'once' : `${coupon.usedCount} times`} so far.`
}
