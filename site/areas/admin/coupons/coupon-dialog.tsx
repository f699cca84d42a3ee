import { calendar } from 'virtual:content'
import type { Coupon } from '#api/contract/catalogue/coupons.ts'
import { usePackageNames } from '#site/areas/admin/list/admin-table.tsx'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { saveRecord } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { bindText, EditDialog, type Editing } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { SelectField, TextField } from '#site/kit/ui/field/field.tsx'
import { ALL_OPTION } from '#site/kit/ui/field/options.ts'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import {
  type CouponDraft,
  type CouponErrors,
  checkDraft,
  currencyOf,
  toBody,
  toDraft,
} from './coupon-draft.ts'

/**
 * @param coupon absent for a new coupon
 * @param ownerEmail the customer whom a new coupon is for
 */
export function CouponDialog(props: { coupon?: Coupon; ownerEmail?: string; tools: Dialogs }) {
  const { coupon, ownerEmail, tools } = props

  async function save(draft: CouponDraft): Promise<void> {
    const saved = await saveRecord<Coupon>('/api/admin/coupons', coupon?.id, toBody(draft, coupon), 'PATCH')
    showToast(coupon ? 'Coupon Updated' : 'Coupon Created', saved.code)
    tools.finish()
  }

  function explain(error: unknown): CouponErrors {
    if (coupon) showError('Update Failed', 'Failed to update coupon')
    else showError('Creation Failed', 'Failed to create coupon')
    return readFieldErrors(error)
  }

  return (
    <EditDialog<CouponDraft, CouponErrors>
      draftKey={`coupon-${coupon?.id ?? `new${ownerEmail ?? ''}`}`}
      initial={toDraft(coupon, ownerEmail)}
      title={coupon ? 'Edit coupon' : 'New coupon'}
      description={coupon?.owner ? `${coupon.code} · for ${describeOwner(coupon.owner)} only` : coupon?.code}
      legend="Coupon"
      submitLabel={coupon ? 'Save Changes' : 'Create Coupon'}
      onClose={tools.close}
      check={(draft) => checkDraft(draft, coupon)}
      save={save}
      explain={explain}
    >
      {(editing) => <CouponFields editing={editing} coupon={coupon} />}
    </EditDialog>
  )
}

type CouponEditing = Editing<CouponDraft, CouponErrors>

function CouponFields({ editing, coupon }: { editing: CouponEditing; coupon: Coupon | undefined }) {
  const { draft, change } = editing
  const packages = usePackageNames()
  const isPercentage = draft.discountType === 'percentage'
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField
        {...bindText(editing, 'code')}
        label="Code"
        required
        maxLength={50}
        autoCapitalize="characters"
        inputMode="text"
        spellCheck={false}
        hint="What buyers type. Letters, digits, hyphens and underscores."
        className="[&_input]:uppercase sm:col-span-2"
      />
      <SelectField {...bindText(editing, 'discountType')} label="Type">
        <option value="percentage">Percentage</option>
        <option value="fixed">Fixed amount</option>
      </SelectField>
      <TextField
        {...bindText(editing, 'discount')}
        label={`Discount (${isPercentage ? '%' : currencyOf(coupon)})`}
        required
        inputMode="decimal"
        className="[&_input]:tabular-nums"
      />
      {!isPercentage &&
        Object.entries(draft.amounts).map(([code, typed]) => (
          <TextField
            key={code}
            name={`amounts.${code}`}
            label={`Discount in ${code}`}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={editing.errors[`amounts.${code as string}`]}
            hint={`Leave empty if it doesn’t apply in ${code}.`}
            onChange={(event) => change({ amounts: { ...draft.amounts, [code]: event.target.value } })}
            className="[&_input]:tabular-nums"
          />
        ))}
      <TextField
        {...bindText(editing, 'usageLimit')}
        label="Usage limit"
        inputMode="numeric"
        hint={describeUse(coupon)}
        className="[&_input]:tabular-nums"
      />
      <TextField
        {...bindText(editing, 'expiresAt')}
        label="Expires"
        type="datetime-local"
        hint={`Leave empty for no expiry. Times in ${calendar.timeZone}.`}
      />
      {!coupon && (
        <TextField
          {...bindText(editing, 'ownerEmail')}
          label="For one customer (email)"
          type="email"
          autoComplete="off"
          hint="Only this customer can use it, when signed in. Leave empty for everyone."
          className="sm:col-span-2"
        />
      )}
      <SelectField {...bindText(editing, 'packageId')} label="Package" className="sm:col-span-2">
        <option value={ALL_OPTION}>All packages</option>
        {packages?.map(({ id, name, isActive }) => (
          <option key={id} value={id}>
            {name}
            {isActive ? '' : ' (inactive)'}
          </option>
        ))}
        {!packages && draft.packageId !== ALL_OPTION && (
          <option value={draft.packageId}>Package {draft.packageId}</option>
        )}
      </SelectField>
      <CheckField
        label="New customers only"
        hint="Customers with a paid order can’t use it."
        name="newCustomersOnly"
        checked={draft.newCustomersOnly}
        onChange={(newCustomersOnly) => change({ newCustomersOnly })}
      />
      <CheckField
        label="Active"
        hint="Buyers can use it."
        name="isActive"
        checked={draft.isActive}
        onChange={(isActive) => change({ isActive })}
      />
    </div>
  )
}

export const describeOwner = ({ firstName, lastName }: NonNullable<Coupon['owner']>) =>
  `${firstName} ${lastName}`

function describeUse(coupon: Coupon | undefined): string {
  if (!coupon || coupon.usedCount === 0) return 'Leave empty for no limit.'
  return `Leave empty for no limit. Used ${coupon.usedCount === 1 ? 'once' : `${coupon.usedCount} times`} so far.`
}
