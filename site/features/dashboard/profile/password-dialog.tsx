import { useState } from 'react'
import type { User } from '../../../../api/contract/auth.ts'
import {
  PASSWORD_HINT,
  PASSWORD_TOO_SHORT,
  SHORTEST_PASSWORD,
  STAFF_PASSWORD_HINT,
} from '../../../../api/rules/password-rules.ts'
import { hasRights } from '../../../../api/rules/rights.ts'
import { ApiError, callApi } from '../../../client/api.ts'
import { readFieldErrors } from '../../../client/refusals.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../../ui/field/field.tsx'
import { PasswordHint } from '../../../ui/field/password-hint.tsx'

const TOO_MANY = 429

/** Changes the password. The passwords are not stored for a reload. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')

  async function save(): Promise<void> {
    await callApi('/api/user/password', { method: 'PUT', body: { currentPassword, newPassword } })
    showToast('Password Changed', 'Use the new one from now on. Other devices have been signed out.')
    onClose()
  }

  function explain(error: unknown): Record<string, string> {
    showError('Error', describeFailure(error))
    return readFieldErrors(error)
  }

  return (
    <FormDialog
      size="md"
      title="Change Password"
      description="Every other device that is signed in to your account is signed out."
      className="flex flex-col gap-5"
      submitLabel="Change Password"
      submitClassName="flex-1 sm:min-w-36 sm:flex-none"
      onClose={onClose}
      check={() => findFaults(currentPassword, newPassword)}
      save={save}
      explain={explain}
    >
      {(errors) => (
        <>
          {/* Tells password managers whose password it is. */}
          <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
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
            hint={
              <PasswordHint
                rule={hasRights(user) ? STAFF_PASSWORD_HINT : PASSWORD_HINT}
                password={newPassword}
              />
            }
            value={newPassword}
            error={errors.newPassword}
            onChange={(event) => setNewPassword(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}

function findFaults(currentPassword: string, newPassword: string): Record<string, string> {
  return {
    ...(currentPassword === '' && { currentPassword: 'Enter your current password' }),
    ...(newPassword.length < SHORTEST_PASSWORD && {
      newPassword: PASSWORD_TOO_SHORT,
    }),
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === TOO_MANY && error.body) return error.body.message
  return 'Failed to change your password. Please try again.'
}
