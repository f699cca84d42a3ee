import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeysOfUser } from '#api/contract/operations/api-keys.ts'
import type { User } from '#api/contract/people/auth.ts'
import { SHORTEST_STAFF_PASSWORD } from '#api/rules/password-rules.ts'
import { hasRights, listRights, nameRights, type Rights } from '#api/rules/rights.ts'
import { ApiError } from '#site/kit/client/api.ts'
import { readConflict } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { $session } from '#site/kit/stores/session.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { DownloadLink } from '#site/kit/ui/primitives/download-link.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import { RightFields } from './add-staff-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'

interface RightsDialogProps {
  user: User
  tools: Dialogs
  /** Must close the dialog. For callers that update the user without fetching everything again. */
  onSaved?: (user: User) => void
}

/** Changes an account's rights or disables it. Can also sign the account out and reset its second factor. */
export function RightsDialog({ user, tools, onSaved = tools.finish }: RightsDialogProps) {
  const { isStaff, isAdmin } = user
  const [rights, setRights] = useState<Rights>({ isStaff, isAdmin })
  const me = useStore($session).user
  const name = `${user.firstName} ${user.lastName}`
  const [isDisabled, setIsDisabled] = useState(user.isDisabled)
  const [isSignedOut, setIsSignedOut] = useState(false)
  const [isAskedForKeys, setIsAskedForKeys] = useState(false)
  const [keys, setKeys] = useState<KeysOfUser>()
  const [isResetting, setIsResetting] = useState(false)
  const isOwn = me?.id === user.id
  const hasNewRights = nameRights(rights) !== nameRights(user)

  async function save(): Promise<void> {
    let saved = user
    const path = `/api/admin/users/${user.id}`
    if (hasNewRights) {
      saved = await callAdminApi<User>(path, { method: 'PATCH', body: { ...rights, keys } })
      showToast('User Updated', `${name} is now ${describeRights(saved)}.`)
    }
    if (isDisabled !== user.isDisabled) {
      saved = await callAdminApi<User>(`${path}/disabled`, { method: 'PUT', body: { isDisabled, keys } })
      showToast('User Updated', `${name}'s account is now ${isDisabled ? 'disabled' : 'enabled'}.`)
    }
    if (saved === user) return tools.close()
    onSaved(saved)
  }

  async function signOut(): Promise<void> {
    try {
      await callAdminApi(`/api/admin/users/${user.id}/sessions`, { method: 'DELETE' })
      setIsSignedOut(true)
      showToast('User Signed Out', `${name} has been signed out everywhere.`)
    } catch (error) {
      explain(error)
    }
  }

  function explain(error: unknown): object {
    if (error instanceof ApiError && error.body?.code === 'keys_undecided') setIsAskedForKeys(true)
    showError('Update Failed', readConflict(error) ?? 'Failed to update user')
    return {}
  }

  return (
    <FormDialog
      title="Account"
      description={`${name} · ${user.email}`}
      legend="Permissions"
      className="grid gap-2"
      submitLabel="Save Changes"
      onClose={tools.close}
      save={save}
      explain={explain}
      after={
        <>
          <p className="mt-5 text-sm leading-relaxed text-ink-quiet">
            {isOwn
              ? 'This is your own account. Saving signs you out. '
              : 'Saving signs them out. The new permissions apply at the next sign-in. '}
            {`Staff and admins need a password of at least ${SHORTEST_STAFF_PASSWORD} characters. Anyone with a shorter one must set a new one first.`}
          </p>
          <div className="mt-5 flex flex-wrap gap-2 max-sm:[&>*]:w-full">
            <DownloadLink
              href={`/api/admin/users/${user.id}/data`}
              className={buttonClass({ variant: 'secondary' })}
            >
              Download their data
            </DownloadLink>
            {!isOwn && (
              <Button variant="secondary" disabled={isSignedOut} onClick={() => void signOut()}>
                Sign out everywhere
              </Button>
            )}
            {!isOwn && user.factors.length > 0 && (
              <Button variant="secondary" onClick={() => setIsResetting(true)}>
                Reset second factor
              </Button>
            )}
            {!hasRights(user) && (
              <Button
                variant="secondary"
                className="text-negative"
                onClick={() => tools.open(<EraseDialog user={user} tools={tools} />)}
              >
                Erase customer
              </Button>
            )}
          </div>
          {isResetting && (
            <ConfirmDialog
              title="Reset the second factor?"
              confirm="Reset"
              onCancel={() => setIsResetting(false)}
              onConfirm={async () => {
                await callAdminApi(`/api/admin/users/${user.id}/second-factor`, { method: 'DELETE' })
                showToast(
                  'Second Factor Reset',
                  `${name} signs in with just the password until they set up a new one.`,
                )
                onSaved({ ...user, factors: [] })
              }}
              explain={explain}
            >
              {name}'s passkeys, authenticator app and recovery codes stop working, and {name} is signed out.
              Only do this when you’re sure who is asking, never because of an email.
            </ConfirmDialog>
          )}
        </>
      }
    >
      {() => (
        <>
          <RightFields
            rights={rights}
            staffHint="Works on orders. Open work stays with them until it is reassigned."
            onChange={(change) => setRights({ ...rights, ...change })}
          />
          {isAskedForKeys && (
            <>
              <CheckField
                name="revokeKeys"
                label="Revoke their API keys"
                hint="Programs that use them stop working immediately."
                checked={keys === 'revoke'}
                onChange={(isSet) => setKeys(isSet ? 'revoke' : undefined)}
              />
              {!isOwn && (
                <CheckField
                  name="takeKeys"
                  label="Take over their API keys"
                  hint="The programs keep working, and what they do is recorded under your name."
                  checked={keys === 'take_over'}
                  onChange={(isSet) => setKeys(isSet ? 'take_over' : undefined)}
                />
              )}
            </>
          )}
          {!isOwn && (
            <CheckField
              name="isDisabled"
              label="Disabled"
              hint="Can’t sign in or order. Orders and invoices stay."
              checked={isDisabled}
              onChange={setIsDisabled}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

const WORDS = { isAdmin: 'an admin', isStaff: 'staff' }

const describeRights = (user: User): string =>
  listRights(user)
    .map((right) => WORDS[right])
    .join(' and ') || 'a customer'
