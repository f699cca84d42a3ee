import { useState } from 'react'
import type { AccessBody, AccessList } from '../../../api/contract/order-work/access.ts'
import { ACCESS_KINDS, LONGEST_ACCESS } from '../../../api/rules/order-work/access.ts'
import { readFieldErrors, readMessage } from '../../client/refusals.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field/field.tsx'
import { passOn } from '../live.ts'
import type { Call } from '../use-conversation.ts'

interface AccessDialogProps {
  orderId: number
  call: Call
  onStored: (list: AccessList) => void
  onClose: () => void
}

const EMPTY = { kind: 'hosting', address: '', userName: '', secret: '', note: '' } satisfies AccessBody
type Errors = Partial<Record<keyof typeof EMPTY, string | undefined>>

/** What is typed stands nowhere but in these fields: it is no draft, and no browser offers to save it. */
export function AccessDialog({ orderId, call, onStored, onClose }: AccessDialogProps) {
  const [typed, setTyped] = useState<Required<AccessBody>>(EMPTY)
  const fieldOf = (name: Exclude<keyof typeof EMPTY, 'kind'>, errors: Errors) => ({
    name,
    value: typed[name],
    error: errors[name],
    maxLength: LONGEST_ACCESS[name],
    autoCapitalize: 'none',
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target: { value } }: { target: { value: string } }) => setTyped({ ...typed, [name]: value }),
  })
  return (
    <FormDialog<Errors>
      title="Add access"
      submitLabel="Store it encrypted"
      className="flex flex-col gap-5"
      legend="Access"
      onClose={onClose}
      check={() =>
        typed.secret || typed.note.trim()
          ? {}
          : { secret: 'Please give the password, or say in the note how to get in' }
      }
      save={async () => {
        onStored(
          await call<AccessList>(`/api/orders/${orderId}/access`, { method: 'POST', body: { ...typed } }),
        )
        showToast('Stored encrypted')
        passOn(orderId)
        onClose()
      }}
      explain={(error) => {
        showError('Not stored', readMessage(error) ?? 'Check your connection and try again.')
        return readFieldErrors(error)
      }}
    >
      {(errors) => (
        <>
          <SelectField
            label="What is it for?"
            name="kind"
            value={typed.kind}
            onChange={({ target: { value } }) =>
              setTyped({ ...typed, kind: value as keyof typeof ACCESS_KINDS })
            }
          >
            {Object.entries(ACCESS_KINDS).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField {...fieldOf('address', errors)} label="Address" placeholder="https://" inputMode="url" />
          <TextField {...fieldOf('userName', errors)} label="User name" />
          {/* As a code for once, because browsers save every other password. */}
          <TextField
            {...fieldOf('secret', errors)}
            type="password"
            autoComplete="one-time-code"
            label="Password"
            hint="A temporary one, if you can. You change it when we are done."
          />
          <TextAreaField {...fieldOf('note', errors)} label="Note" rows={2} hint="Whatever else it takes." />
        </>
      )}
    </FormDialog>
  )
}
