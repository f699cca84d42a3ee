import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { CredentialsBody, CredentialsList } from '#api/contract/orders/credentials.ts'
import { CREDENTIALS_KINDS, LONGEST_CREDENTIALS } from '#api/rules/order-work/credentials.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { CardPart } from '#site/kit/ui/primitives/card.tsx'
import { sendHint } from '#site/order/live.ts'
import type { Call } from '#site/order/use-conversation.ts'
import { useOrderPart } from '#site/order/use-order-part.ts'

interface CustomerCredentialsProps {
  orderId: number
  credentials: CredentialsList['credentials']
  call: Call
  onChanged: (list: CredentialsList) => void
}

/** Where the customer stores credentials while there is work. The secrets never come back to this page. */
export function CustomerCredentials({ orderId, credentials, call, onChanged }: CustomerCredentialsProps) {
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<CredentialsList['credentials'][number] | undefined>()

  async function takeBack(id: string): Promise<void> {
    onChanged(await call<CredentialsList>(`/api/credentials/${id}`, { method: 'DELETE' }))
    setLeaving(undefined)
    showToast('Access Removed')
    sendHint(orderId)
  }

  return (
    <CardPart
      title="Credentials"
      actions={
        <Button icon={KeyRound} variant="ghost" className="-mr-3 !px-3" onClick={() => setIsAdding(true)}>
          Add credentials
        </Button>
      }
    >
      <p className="text-ink-quiet">
        Logins for hosting, CMS or domain. We store them encrypted, show them only to the people working on
        your order, and delete them when the order is completed.
      </p>
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {credentials.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3">
            <p className="min-w-0">
              <span className="font-medium text-ink">{CREDENTIALS_KINDS[one.kind]}</span>{' '}
              <time dateTime={one.createdAt} className="tabular-nums text-ink-quiet">
                {formatMoment(one.createdAt)}
              </time>
            </p>
            <Button variant="ghost" className="-mr-3 !px-3" onClick={() => setLeaving(one)}>
              Remove<span className="sr-only"> {CREDENTIALS_KINDS[one.kind]}</span>
            </Button>
          </li>
        ))}
      </ul>
      {isAdding && (
        <CredentialsDialog
          orderId={orderId}
          call={call}
          onStored={onChanged}
          onClose={() => setIsAdding(false)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={`Remove access: ${CREDENTIALS_KINDS[leaving.kind]}?`}
          confirm="Remove"
          onCancel={() => setLeaving(undefined)}
          onConfirm={() => takeBack(leaving.id)}
          explain={explainBy('Error', 'It couldn’t be removed. Please try again.')}
        >
          It is deleted immediately. Someone may have seen it already, so change the password there too.
        </ConfirmDialog>
      )}
    </CardPart>
  )
}

interface CredentialsDialogProps {
  orderId: number
  call: Call
  onStored: (list: CredentialsList) => void
  onClose: () => void
}

const EMPTY = { kind: 'hosting', address: '', userName: '', secret: '', note: '' } satisfies CredentialsBody
type Errors = Partial<Record<keyof typeof EMPTY, string | undefined>>

/** Keeps typed secrets in its fields only: they are not saved as a draft, and the browser does not offer to save them. */
function CredentialsDialog({ orderId, call, onStored, onClose }: CredentialsDialogProps) {
  const [typed, setTyped] = useState<Required<CredentialsBody>>(EMPTY)
  const fieldOf = (name: Exclude<keyof typeof EMPTY, 'kind'>, errors: Errors) => ({
    name,
    value: typed[name],
    error: errors[name],
    maxLength: LONGEST_CREDENTIALS[name],
    autoCapitalize: 'none',
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target: { value } }: { target: { value: string } }) => setTyped({ ...typed, [name]: value }),
  })
  return (
    <FormDialog<Errors>
      title="Add credentials"
      submitLabel="Save credentials"
      className="flex flex-col gap-5"
      legend="Access"
      onClose={onClose}
      check={() =>
        typed.secret || typed.note.trim()
          ? {}
          : { secret: 'Please enter the password, or explain in the note how to log in' }
      }
      save={async () => {
        onStored(
          await call<CredentialsList>(`/api/orders/${orderId}/credentials`, {
            method: 'POST',
            body: { ...typed },
          }),
        )
        showToast('Credentials Saved')
        sendHint(orderId)
        onClose()
      }}
      explain={explainBy('Not Saved', 'Check your connection and try again.')}
    >
      {(errors) => (
        <>
          <SelectField
            label="What is it for?"
            name="kind"
            value={typed.kind}
            onChange={({ target: { value } }) =>
              setTyped({ ...typed, kind: value as keyof typeof CREDENTIALS_KINDS })
            }
          >
            {Object.entries(CREDENTIALS_KINDS).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField {...fieldOf('address', errors)} label="Address" placeholder="https://" inputMode="url" />
          <TextField {...fieldOf('userName', errors)} label="Username" />
          {/* Autocompleted as a one-time code, because browsers offer to save any other password. */}
          <TextField
            {...fieldOf('secret', errors)}
            type="password"
            autoComplete="one-time-code"
            label="Password"
            hint="Use a temporary one if you can. Change it when we’re done."
          />
          <TextAreaField {...fieldOf('note', errors)} label="Note" rows={2} hint="Anything else we need." />
        </>
      )}
    </FormDialog>
  )
}

interface CredentialsOfferProps {
  orderId: number
  call: Call
  /** Called once the credentials are stored, so the message no longer needs it. */
  onStored: () => void
}

/** A hint above a message that looks like credentials; it can still be sent. Outside its form, because the dialog has its own. */
export function CredentialsOffer({ orderId, call, onStored }: CredentialsOfferProps) {
  const { data } = useOrderPart<CredentialsList>(orderId, 'credentials', call)
  const [isAdding, setIsAdding] = useState(false)
  if (!data?.canAdd) return null
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-quiet">
      <p role="status">This looks like a password. Messages are kept for years.</p>
      <Button icon={KeyRound} variant="ghost" className="-ml-3 !px-3" onClick={() => setIsAdding(true)}>
        Save it as credentials instead
      </Button>
      {isAdding && (
        <CredentialsDialog
          orderId={orderId}
          call={call}
          onStored={onStored}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  )
}
