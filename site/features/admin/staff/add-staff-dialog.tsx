import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { User } from '../../../../api/contract/auth.ts'
import { ApiError } from '../../../client/api.ts'
import { countries } from '../../../content/data/countries.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { CheckField } from '../packages/check-field.tsx'
import { DiscardDialog, ResumedNotice } from '../packages/discard-dialog.tsx'
import { useKeptEdit } from '../packages/use-kept-edit.ts'
import { ACCOUNT_FIELDS, BLANK_STAFF, TAX_FIELD, WORK_FIELDS } from './staff-form.ts'

/** No option has an empty value (docs/product.md, Admin area). */
const UNCHOSEN = 'unchosen'

export function AddStaffDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const edit = useKeptEdit('new-staff', BLANK_STAFF, leave)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const draft = edit.value

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  function leave(): void {
    if (isSaving) return
    if (edit.isChanged || password) setIsAsking(true)
    else onClose()
  }

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    try {
      const user = await callAdminApi<User>('/api/admin/users', {
        method: 'POST',
        body: { ...draft, password },
      })
      edit.forget()
      showToast('User Created', `${user.firstName} ${user.lastName} can sign in as ${user.email}.`)
      onCreated()
    } catch (error) {
      setIsSaving(false)
      const issues = (error instanceof ApiError && error.body?.issues) || []
      setErrors(Object.fromEntries(issues.toReversed().map(({ path, message }) => [path, message])))
      showError('Creation Failed', 'Failed to create user')
    }
  }

  const fieldOf = ({ field, isRequired, isWide, ...look }: (typeof ACCOUNT_FIELDS)[number]) => (
    <TextField
      key={field}
      {...look}
      name={field}
      required={isRequired}
      inputMode={look.inputMode ?? 'text'}
      // Somebody else's: the browser must not fill in the admin's own.
      autoComplete={field === 'password' ? 'new-password' : 'off'}
      value={field === 'password' ? password : draft[field]}
      error={errors[field]}
      className={isWide ? 'sm:col-span-2' : ''}
      onChange={({ target: { value } }) => {
        if (field === 'password') setPassword(value)
        else edit.setValue((before) => ({ ...before, [field]: value }))
      }}
    />
  )

  return (
    <>
      <Dialog
        open
        onClose={leave}
        title="Add Staff"
        description="Makes an account that can sign in at once."
        footer={
          <div className="flex justify-end gap-3">
            <Button variant="secondary" disabled={isSaving} onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={isSaving} className="min-w-36 max-sm:flex-1">
              {isSaving ? 'Creating...' : 'Create User'}
            </Button>
          </div>
        }
      >
        {edit.isResumed && <ResumedNotice onStartOver={edit.startOver} />}
        <form ref={form} id={formId} noValidate onSubmit={(event) => void create(event)}>
          <fieldset disabled={isSaving} className="grid min-w-0 items-start gap-x-4 gap-y-5 sm:grid-cols-2">
            <legend className="sr-only">New account</legend>
            {ACCOUNT_FIELDS.map(fieldOf)}
            <div className="grid gap-x-4 gap-y-2 rounded border border-line bg-ground-quiet px-4 py-2 sm:col-span-2 sm:grid-cols-2">
              <CheckField
                name="isStaff"
                label="Staff"
                hint="Works on orders."
                checked={draft.isStaff}
                onChange={(isStaff) => edit.setValue((before) => ({ ...before, isStaff }))}
              />
              <CheckField
                name="isAdmin"
                label="Admin"
                hint="May do everything in this area."
                checked={draft.isAdmin}
                onChange={(isAdmin) => edit.setValue((before) => ({ ...before, isAdmin }))}
              />
            </div>
            {WORK_FIELDS.map(fieldOf)}
            <SelectField
              label="Country"
              name="country"
              autoComplete="off"
              value={draft.country || UNCHOSEN}
              error={errors.country}
              onChange={({ target: { value } }) =>
                edit.setValue((before) => ({ ...before, country: value === UNCHOSEN ? '' : value }))
              }
            >
              <option value={UNCHOSEN}>Not given</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            {fieldOf(TAX_FIELD)}
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
