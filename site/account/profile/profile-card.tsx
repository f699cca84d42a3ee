import { FileWarning, FolderDown, KeyRound, MonitorSmartphone, PencilLine, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PersonalData } from '#api/contract/operations/personal-data.ts'
import type { User } from '#api/contract/people/auth.ts'
import { CHANGE_PASSWORD } from '#api/rules/mailed-links.ts'
import { hasRights } from '#api/rules/rights.ts'
import { SecurityButton } from '#site/account/second-factor/security-dialog.tsx'
import { request } from '#site/kit/client/api.ts'
import { readFragment } from '#site/kit/client/fragment.ts'
import { saveFile } from '#site/kit/client/save-file.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { useFocusBack } from '#site/kit/ui/use-focus.ts'
import { DevicesDialog } from './devices-dialog.tsx'
import { ErasureDialog } from './erasure-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { describeProfile, listMissing, ProfileForm } from './profile-form.tsx'

const listWords = new Intl.ListFormat('en-GB')

export function ProfileCard({ user }: { user: User }) {
  const [isEditing, setIsEditing] = useState(false)
  const [newEmail, setNewEmail] = useState<string | undefined>()
  const [dialog, setDialog] = useState<'password' | 'devices' | 'erasure' | undefined>(() =>
    readFragment().has(CHANGE_PASSWORD) ? 'password' : undefined,
  )
  const closeDialog = () => {
    setDialog(undefined)
    // Drop the fragment, so that a reload does not open the dialog again.
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  }
  const edit = useRef<HTMLButtonElement>(null)
  const missing = hasRights(user) ? [] : listMissing(user)

  useFocusBack(edit, isEditing)

  return (
    <Card
      title="Profile Information"
      actions={
        !isEditing && (
          <Button ref={edit} variant="secondary" onClick={() => setIsEditing(true)}>
            <PencilLine aria-hidden="true" className="hidden size-4 sm:block" />
            Manage Profile
          </Button>
        )
      }
    >
      {isEditing ? (
        <ProfileForm
          user={user}
          onDone={(email) => {
            setIsEditing(false)
            setNewEmail(email)
          }}
        />
      ) : (
        <>
          {newEmail && (
            <p
              role="status"
              className="border-b border-line bg-accent-soft px-5 py-3 text-sm text-ink [overflow-wrap:anywhere] sm:px-6"
            >
              We sent a link to {newEmail}. Open it while signed in to confirm your new email.
            </p>
          )}
          {missing.length > 0 && (
            <p className="flex gap-3 border-b border-line bg-caution-soft px-5 py-3 text-sm text-ink sm:px-6">
              <FileWarning aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-caution" />
              <span>
                For your invoices we still need your {listWords.format(missing)}. Choose ‘Manage Profile’ to
                add {missing.length === 1 ? 'it' : 'them'}, and your company if you buy for one.
              </span>
            </p>
          )}
          <dl className="grid gap-x-6 gap-y-5 px-5 py-5 text-sm sm:grid-cols-2 sm:px-6">
            {describeProfile(user).map(({ label, text, isWide }) => (
              <Fact key={label} label={label} className={isWide ? 'sm:col-span-2' : ''}>
                {text || <span className="text-ink-quiet">Not given</span>}
              </Fact>
            ))}
          </dl>
          <div className="flex flex-col items-start border-t border-line px-1 py-3 sm:flex-row sm:flex-wrap sm:px-2">
            <Button icon={KeyRound} variant="ghost" onClick={() => setDialog('password')}>
              Change Password
            </Button>
            <DataButton />
            <Button icon={MonitorSmartphone} variant="ghost" onClick={() => setDialog('devices')}>
              Signed-In Devices
            </Button>
            <SecurityButton variant="ghost" />
            <Button icon={Trash2} variant="ghost" onClick={() => setDialog('erasure')}>
              Erase My Account
            </Button>
          </div>
        </>
      )}
      {dialog === 'erasure' && <ErasureDialog user={user} onClose={closeDialog} />}
      {dialog === 'devices' && <DevicesDialog onClose={closeDialog} />}
      {dialog === 'password' && <PasswordDialog user={user} onClose={closeDialog} />}
    </Card>
  )
}

/** Downloads all data that the shop has about the customer, with invoices and credit notes. */
function DataButton() {
  const { run, isBusy } = useAction(
    async () => {
      const response = await request('/api/user/data', { isLong: true })
      const file = await response.blob()
      saveFile(file, 'my-data.json')
      const { invoices } = JSON.parse(await file.text()) as PersonalData
      const { saveDocument } = await import('#site/invoice/download-invoice.ts')
      for (const invoice of invoices) await saveDocument(invoice)
      showToast('Data Downloaded', 'The file contains your data and your invoices.')
    },
    () => showError('Data Not Downloaded', 'Please check your connection and try again.'),
  )

  return (
    <Button icon={FolderDown} variant="ghost" busy={isBusy} onClick={run}>
      Download My Data
    </Button>
  )
}
