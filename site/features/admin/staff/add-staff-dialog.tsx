import { useState } from 'react'
import { labelBuyerField } from '../../../../api/contract/address-labels.ts'
import type { CreateUserBody } from '../../../../api/contract/admin.ts'
import type { User } from '../../../../api/contract/auth.ts'
import {
  BUYER_FIELD_NAMES,
  type BuyerFieldName,
  getBuyerField,
  listBuyerFields,
} from '../../../../api/contract/buyer-fields.ts'
import { STAFF_PASSWORD_HINT } from '../../../../api/contract/password-rules.ts'
import { readFieldErrors } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { CheckField } from '../../../ui/check-field.tsx'
import { CountryField } from '../../../ui/country-field.tsx'
import { EditDialog } from '../../../ui/edit-dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { PasswordHint } from '../../../ui/password-hint.tsx'

interface FieldsProps {
  draft: StaffDraft
  password: string
  errors: Record<string, string>
  change: (changes: Partial<StaffDraft>) => void
  onPassword: (password: string) => void
}

export function AddStaffDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  // Not part of the draft, which is stored.
  const [password, setPassword] = useState('')

  async function create(draft: StaffDraft): Promise<void> {
    const user = await callAdminApi<User>('/api/admin/users', {
      method: 'POST',
      body: { ...draft, ...(password && { password }) },
    })
    showToast('User Created', `A mail to ${user.email} lets ${user.firstName} choose a password.`)
    onCreated()
  }

  function explain(error: unknown): Record<string, string> {
    showError('Creation Failed', 'Failed to create user')
    return readFieldErrors(error)
  }

  return (
    <EditDialog<StaffDraft, Record<string, string>>
      draftKey="new-staff"
      initial={BLANK_STAFF}
      isTouched={password !== ''}
      title="Add Staff"
      description="Creates an account and mails a link to choose a password."
      legend="New account"
      className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2"
      submitLabel="Create User"
      busyLabel="Creating..."
      submitClassName="min-w-36 max-sm:flex-1"
      onClose={onClose}
      save={create}
      explain={explain}
    >
      {({ draft, errors, change }) => (
        <Fields {...{ draft, password, errors, change }} onPassword={setPassword} />
      )}
    </EditDialog>
  )
}

function Fields({ draft, password, errors, change, onPassword }: FieldsProps) {
  const fieldOf = ({ field, isRequired, isWide, ...look }: (typeof ACCOUNT_FIELDS)[number]) => (
    <TextField
      key={field}
      {...look}
      hint={field === 'password' ? <PasswordHint rule={look.hint ?? ''} password={password} /> : look.hint}
      name={field}
      required={isRequired}
      inputMode={look.inputMode ?? 'text'}
      // Somebody else's password: the browser must not fill in the admin's own.
      autoComplete={field === 'password' ? 'new-password' : 'off'}
      value={field === 'password' ? password : draft[field]}
      error={errors[field]}
      className={isWide ? 'sm:col-span-2' : ''}
      onChange={({ target: { value } }) =>
        field === 'password' ? onPassword(value) : change({ [field]: value })
      }
    />
  )
  return (
    <>
      {ACCOUNT_FIELDS.map(fieldOf)}
      <div className="grid gap-x-4 gap-y-2 rounded border border-line bg-ground-quiet px-4 py-2 sm:col-span-2 sm:grid-cols-2">
        <CheckField
          name="isStaff"
          label="Staff"
          hint="Works on orders."
          checked={draft.isStaff}
          onChange={(isStaff) => change({ isStaff })}
        />
        <CheckField
          name="isAdmin"
          label="Admin"
          hint="May do everything in this area."
          checked={draft.isAdmin}
          onChange={(isAdmin) => change({ isAdmin })}
        />
      </div>
      {describeWorkFields(draft.country).map(fieldOf)}
      <CountryField
        label="Country"
        name="country"
        autoComplete="off"
        noneLabel="Not given"
        value={draft.country}
        error={errors.country}
        onChoose={(country) => change({ country })}
      />
      {TAX_FIELDS.map(fieldOf)}
    </>
  )
}

/** Stored while it is typed; a password is not. */
type StaffDraft = Record<BuyerFieldName, string> & { isStaff: boolean; isAdmin: boolean }

const BLANK_STAFF: StaffDraft = {
  ...(Object.fromEntries(BUYER_FIELD_NAMES.map((field) => [field, ''])) as Record<BuyerFieldName, string>),
  isStaff: true,
  isAdmin: false,
}

interface FieldLook {
  field: Exclude<keyof CreateUserBody, 'isStaff' | 'isAdmin' | 'country'>
  label: string
  type?: 'email' | 'tel' | 'password' | undefined
  inputMode?: 'text' | 'email' | 'tel' | undefined
  isRequired?: boolean | undefined
  isWide?: boolean | undefined
  hint?: string
}

function describeFields(fields: readonly BuyerFieldName[], country = ''): FieldLook[] {
  return fields
    .filter((field) => field !== 'country')
    .map((field) => {
      const { input, isIdentity: isRequired, isWide } = getBuyerField(field)
      const label = labelBuyerField(field, country)
      return { field, label, type: input.type, inputMode: input.inputMode, isRequired, isWide }
    })
}

const ACCOUNT_FIELDS: readonly FieldLook[] = [
  ...describeFields(listBuyerFields('person')),
  {
    field: 'password',
    label: 'Password',
    type: 'password',
    isWide: true,
    hint: `Leave it empty, and they choose one by mail. ${STAFF_PASSWORD_HINT}`,
  },
]

const isTaxId = (field: string) => field === 'taxId'
/** @param country '' where none is chosen */
const describeWorkFields = (country: string) =>
  describeFields(
    [...listBuyerFields('company').filter((field) => !isTaxId(field)), ...listBuyerFields('address')],
    country,
  )

const TAX_FIELDS = describeFields(['taxId'])
