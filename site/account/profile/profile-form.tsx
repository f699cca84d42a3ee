import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import { labelBuyerField } from '#api/rules/addresses.ts'
import {
  BUYER_FIELD_NAMES,
  type BuyerFieldName,
  getBuyerField,
  listBuyerFields,
} from '#api/rules/buyer-fields.ts'
import { nameCountry } from '#api/rules/countries.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readCode, readFieldErrors } from '#site/kit/client/refusals.ts'
import { setUser } from '#site/kit/stores/session.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useStored } from '#site/kit/stores/use-stored.ts'
import { BuyerField } from '#site/kit/ui/field/buyer-field.tsx'
import { CurrentPassword } from '#site/kit/ui/field/current-password.tsx'
import { FoundErrors } from '#site/kit/ui/field/fresh-error.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'

interface ProfileFormProps {
  user: User
  /** @param newEmail the new e-mail, which must be confirmed first; undefined if it has not changed */
  onDone: (newEmail?: string) => void
}

export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const [draft, setDraft] = useStored<Record<string, string>>('profile', {})
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
    if (needsPassword && currentPassword === '')
      return setErrors({ currentPassword: 'Enter your current password' })
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
    <FoundErrors value={errors}>
      <form ref={form} noValidate onSubmit={(event) => void save(event)}>
        <fieldset
          disabled={isSaving}
          className="grid min-w-0 items-start gap-x-4 gap-y-5 px-5 py-5 sm:grid-cols-2 sm:px-6"
        >
          <legend className="sr-only">Your profile</legend>
          {BUYER_FIELD_NAMES.map((field) => (
            <BuyerField
              key={field}
              field={field}
              country={values.country}
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
              hint="Needed to change your email. We’ll send a confirmation link to the new address."
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
    </FoundErrors>
  )
}

function readErrors(error: unknown): Record<string, string> {
  return readCode(error) === 'email_taken'
    ? { email: 'Another account already uses this email.' }
    : readFieldErrors(error)
}

/** The profile to send: the saved fields, overridden by the typed ones. */
export function mergeProfile(user: User, typed: Record<string, string>): Record<BuyerFieldName, string> {
  const known = omitPlaceholders(user)
  const fields = BUYER_FIELD_NAMES.map((field) => [field, typed[field] ?? known[field] ?? ''])
  return Object.fromEntries(fields) as Record<BuyerFieldName, string>
}

/** Whether the e-mail changes. If so, the API requires the current password. */
export function changesEmail(user: User, email: string): boolean {
  return email.trim().toLowerCase() !== user.email.toLowerCase()
}

/** The profile to show, with the name and the address each as one entry. */
export function describeProfile(user: User): { label: string; text: string; isWide?: boolean }[] {
  const known = omitPlaceholders(user)
  const region = `${known.state} ${known.zipCode}`.trim()
  const street = known.address.split(/\s*\n\s*/)
  const others = [...listBuyerFields('person'), ...listBuyerFields('company')].filter(
    (name) => name !== 'firstName' && name !== 'lastName',
  )
  return [
    { label: 'Name', text: `${user.firstName} ${user.lastName}` },
    ...others.map((name) => ({ label: getBuyerField(name).label, text: known[name] ?? '' })),
    {
      label: 'Address',
      text: [...street, known.city, region, nameCountry(known.country)].filter(Boolean).join(', '),
      isWide: true,
    },
  ]
}

/** The fields an invoice needs besides name and e-mail. Not the company, because private persons have none. */
const INVOICE_FIELDS = ['address', 'city', 'country', 'zipCode'] as const

/** @returns the labels of the missing fields, for use in a sentence */
export function listMissing(user: User): string[] {
  const known = omitPlaceholders(user)
  return INVOICE_FIELDS.filter((field) => known[field].trim() === '').map((field) =>
    // 'ZIP/PIN code' keeps its capitals.
    field === 'zipCode' ? getBuyerField(field).label : getBuyerField(field).label.toLowerCase(),
  )
}
