import { useState } from 'react'
import { LONGEST_PASSKEY_NAME } from '../../api/contract/second-factor.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/field/field.tsx'
import { describeFault } from './passkeys.ts'

/** Names a new passkey, or renames one. */
export function PasskeyNameDialog({
  title,
  name: before = '',
  submitLabel,
  onClose,
  save,
}: {
  title: string
  name?: string
  submitLabel: string
  onClose: () => void
  save: (name: string) => Promise<void>
}) {
  const [name, setName] = useState(before)

  return (
    <FormDialog<{ name?: string }>
      size="md"
      title={title}
      submitLabel={submitLabel}
      onClose={onClose}
      check={() => (name.trim() === '' ? { name: 'Name the passkey' } : {})}
      save={() => save(name)}
      explain={(error) => ({ name: describeFault(error) })}
    >
      {(errors) => (
        <TextField
          label="Name"
          hint="So that you recognise it, for example ‘Work laptop’."
          required
          maxLength={LONGEST_PASSKEY_NAME}
          autoComplete="off"
          data-autofocus
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
