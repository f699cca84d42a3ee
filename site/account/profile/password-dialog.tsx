import type { User } from '#api/contract/people/auth.ts'
import {
  PASSWORD_HINT,
  PASSWORD_TOO_SHORT,
  SHORTEST_PASSWORD,
  STAFF_PASSWORD_HINT,
} from '#api/rules/password-rules.ts'
import { hasRights } from '#api/rules/rights.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { type Errors, FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { CurrentPassword } from '#site/kit/ui/field/current-password.tsx'
import { NewPasswordField } from '#site/kit/ui/field/new-password-field.tsx'
import { useTexts } from '#site/kit/ui/field/use-texts.ts'

const TOO_MANY = 429

/** Changes the password. Unlike other forms, it does not store what is typed for a reload. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { texts, bind } = useTexts({ currentPassword: '', newPassword: '' })

  async function save(): Promise<void> {
    await callApi('/api/user/password', { method: 'PUT', body: texts })
    showToast('Password Changed', 'Your other devices have been signed out.')
    onClose()
  }

  function explain(error: unknown): Errors {
    showError('Error', describeFailure(error))
    return readFieldErrors(error)
  }

  return (
    <FormDialog<Errors>
      size="md"
      title="Change Password"
      description="This signs you out on all your other devices."
      className="flex flex-col gap-5"
      submitLabel="Change Password"
      submitClassName="flex-1 sm:min-w-36 sm:flex-none"
      onClose={onClose}
      check={() => findFaults(texts)}
      save={save}
      explain={explain}
    >
      {(errors) => (
        <>
          <CurrentPassword {...bind('currentPassword', errors)} of={user.email} data-autofocus />
          <NewPasswordField
            {...bind('newPassword', errors)}
            label="New password"
            required
            rule={hasRights(user) ? STAFF_PASSWORD_HINT : PASSWORD_HINT}
          />
        </>
      )}
    </FormDialog>
  )
}

function findFaults({
  currentPassword,
  newPassword,
}: Record<'currentPassword' | 'newPassword', string>): Errors {
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
