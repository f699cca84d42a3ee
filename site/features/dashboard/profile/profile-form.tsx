import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { User } from '../../../../api/contract/auth.ts'
import { labelBuyerField } from '../../../../api/rules/addresses.ts'
import { BUYER_FIELD_NAMES, getBuyerField } from '../../../../api/rules/buyer-fields.ts'
import { callApi } from '../../../client/api.ts'
import { readCode, readFieldErrors } from '../../../client/refusals.ts'
import { setUser } from '../../../stores/session.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { useStored } from '../../../stores/use-stored.ts'
import { BuyerField } from '../../../ui/field/buyer-field.tsx'
import { CurrentPassword } from '../../../ui/field/current-password.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { changesEmail, mergeProfile } from './profile-fields.ts'

interface ProfileFormProps {
  user: User
  /** @param newEmail has to be confirmed first; undefined if it has not changed */
  onDone: (newEmail?: string) => void
}

export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const [draft, setDraft] = useStored<Record<string, string>>(`profile-${user.id}`, {})
  const [currentPassword, setCurrentPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const values = mergeProfile(user, draft)
  const needsPassword = changesEmail(user, values.email)

  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    try {
      const body = { ...values, ...(needsPassword && { currentPassword }) }
      const saved = await callApi<User>('/api/user/profile', { method: 'PUT', body })
      setDraft(undefined)
      onDone(needsPassword ? values.email.trim() : undefined)
      setUser(saved)
      showToast('Profile Updated', 'Your profile has been updated successfully')
    } catch (error) {
      setIsSaving(false)
      setErrors(readErrors(error))
      showError('Error', 'Failed to update profile. Please try again.')
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)}>
      <fieldset
        disabled={isSaving}
        className="grid min-w-0 items-start gap-x-4 gap-y-5 px-5 py-5 sm:grid-cols-2 sm:px-6"
      >
        <legend className="sr-only">Your profile</legend>
        {BUYER_FIELD_NAMES.map((field) => (
          <BuyerField
            key={field}
            field={field}
            label={labelBuyerField(field, values.country)}
            required={getBuyerField(field).isIdentity}
            value={values[field]}
            error={errors[field]}
            className={field === 'address' || field === 'country' ? 'sm:col-span-2' : ''}
            hasLines={field === 'address'}
            onChange={(text) => setDraft({ ...draft, [field]: text })}
          />
        ))}
        {needsPassword && (
          <CurrentPassword
            name="currentPassword"
            hint="Needed to change your email. The new one counts when you open the link that we send to it."
            value={currentPassword}
            error={errors.currentPassword}
            className="sm:col-span-2"
            onChange={(event) => setCurrentPassword(event.target.value)}
          />
        )}
      </fieldset>
      <div className="flex gap-3 border-t border-line px-5 py-4 sm:justify-end sm:px-6">
        <Button
          variant="secondary"
          disabled={isSaving}
          onClick={() => {
            setDraft(undefined)
            onDone()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" busy={isSaving} className="flex-1 sm:min-w-36 sm:flex-none">
          {isSaving ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  )
}

function readErrors(error: unknown): Record<string, string> {
  return readCode(error) === 'email_taken'
    ? { email: 'Another account has this email.' }
    : readFieldErrors(error)
}
