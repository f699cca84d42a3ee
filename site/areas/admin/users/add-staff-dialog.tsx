import { useState } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import { labelBuyerField } from '#api/rules/addresses.ts'
import {
  BUYER_FIELD_NAMES,
  type BuyerFieldName,
  getBuyerField,
  listBuyerFields,
} from '#api/rules/buyer-fields.ts'
import { STAFF_PASSWORD_HINT } from '#api/rules/password-rules.ts'
import { RIGHT_LABELS, type Right, type Rights } from '#api/rules/rights.ts'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { EditDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { BuyerField } from '#site/kit/ui/field/buyer-field.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { NewPasswordField } from '#site/kit/ui/field/new-password-field.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'

/** Stored in the browser while it is typed. Leaves out the password, which must not be stored. */
type StaffDraft = Record<BuyerFieldName, string> & Rights

const BLANK_STAFF: StaffDraft = {
  ...(Object.fromEntries(BUYER_FIELD_NAMES.map((field) => [field, ''])) as Record<BuyerFieldName, string>),
  isStaff: true,
  isAdmin: false,
}

/** Country and tax id come last, because neither is known for most staff. */
const WORK_FIELDS: readonly BuyerFieldName[] = [
  ...[...listBuyerFields('company'), ...listBuyerFields('address')].filter(
    (field) => field !== 'taxId' && field !== 'country',
  ),
  'country',
  'taxId',
]

export function AddStaffDialog({ tools }: { tools: Dialogs }) {
  const [password, setPassword] = useState('')

  async function create(draft: StaffDraft): Promise<void> {
    const user = await callAdminApi<User>('/api/admin/users', {
      method: 'POST',
      body: { ...draft, ...(password && { password }) },
    })
    const way = password ? `Tell ${user.firstName} the password. ` : ''
    showToast(
      'User Created',
      `${way}We emailed ${user.email} a link to choose ${way ? 'another one' : 'a password'}.`,
    )
    tools.finish()
  }

  function explain(error: unknown): Record<string, string> {
    showError('Creation Failed', 'Failed to create user')
    return readFieldErrors(error)
  }

  return (
    <EditDialog<StaffDraft, Record<string, string>>
      draftKey="new-staff"
      initial={BLANK_STAFF}
      hasOtherChanges={password !== ''}
      title="Add Staff"
      description="Creates an account and emails a link to choose a password."
      legend="New account"
      className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2"
      submitLabel="Add Staff"
      busyLabel="Creating..."
      submitClassName="min-w-36 max-sm:flex-1"
      onClose={tools.close}
      save={create}
      explain={explain}
    >
      {({ draft, errors, change }) => {
        const drawField = (field: BuyerFieldName) => (
          <BuyerField
            key={field}
            field={field}
            country={draft.country}
            label={labelBuyerField(field, draft.country)}
            required={getBuyerField(field).isIdentity}
            autoComplete="off"
            noneLabel="Not given"
            value={draft[field]}
            error={errors[field]}
            className={getBuyerField(field).isWide && field !== 'country' ? 'sm:col-span-2' : ''}
            onChange={(text) => change({ [field]: text })}
          />
        )
        return (
          <>
            {listBuyerFields('person').map(drawField)}
            <NewPasswordField
              label="Password"
              name="password"
              rule={`Leave empty to let them choose one by email. If you set one, you’ll need to pass it on. ${STAFF_PASSWORD_HINT}`}
              value={password}
              error={errors.password}
              className="sm:col-span-2"
              onChange={({ target }) => setPassword(target.value)}
            />
            <div className="grid gap-x-4 gap-y-2 rounded border border-line bg-ground-quiet px-4 pb-3.5 pt-2 sm:col-span-2 sm:grid-cols-2">
              <RightFields rights={draft} staffHint="Works on orders." onChange={change} />
            </div>
            {WORK_FIELDS.map(drawField)}
          </>
        )
      }}
    </EditDialog>
  )
}

const HINTS = {
  isAdmin: 'Full access to the back office.',
}

interface RightFieldsProps {
  rights: Rights
  staffHint: string
  onChange: (change: Partial<Rights>) => void
}

export function RightFields({ rights, staffHint, onChange }: RightFieldsProps) {
  const hints: Record<Right, string> = { isStaff: staffHint, ...HINTS }
  return (Object.keys(hints) as Right[]).map((right) => (
    <CheckField
      key={right}
      name={right}
      label={RIGHT_LABELS[right]}
      hint={hints[right]}
      checked={rights[right]}
      onChange={(isSet) => onChange({ [right]: isSet })}
    />
  ))
}
