import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, callApi } from '../../client/api.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { readErrors } from './field-errors.ts'

const MIN_LENGTH = 6
const TOO_MANY = 429

/** A new password, with the current one. Nothing of it outlives the dialog. */
export function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    const faults = findFaults(currentPassword, newPassword)
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    setIsSaving(true)
    try {
      await callApi('/api/user/password', { method: 'PUT', body: { currentPassword, newPassword } })
      showToast('Password Changed', 'Use the new one from now on. Other devices have been signed out.')
      onClose()
    } catch (error) {
      setIsSaving(false)
      setErrors(readErrors(error))
      showError('Error', describeFailure(error))
    }
  }

  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title="Change Password"
      description="Every other device that is signed in to your account is signed out."
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="secondary" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} className="flex-1 sm:min-w-36 sm:flex-none">
            {isSaving ? 'Saving...' : 'Change Password'}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => void save(event)}
        className="flex flex-col gap-5"
      >
        {/* For password managers: whose password it is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          inputMode="text"
          required
          data-autofocus
          value={currentPassword}
          error={errors.currentPassword}
          onChange={(event) => setCurrentPassword(event.target.value)}
        />
        <TextField
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          inputMode="text"
          required
          hint={`At least ${MIN_LENGTH} characters.`}
          value={newPassword}
          error={errors.newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

function findFaults(currentPassword: string, newPassword: string): Record<string, string> {
  return {
    ...(currentPassword === '' && { currentPassword: 'Enter your current password' }),
    ...(newPassword.length < MIN_LENGTH && {
      newPassword: `Password must be at least ${MIN_LENGTH} characters`,
    }),
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === TOO_MANY && error.body) return error.body.message
  return 'Failed to change your password. Please try again.'
}
