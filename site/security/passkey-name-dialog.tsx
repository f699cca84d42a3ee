import { LONGEST_PASSKEY_NAME } from '../../api/contract/second-factor.ts'
import { type Errors, FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/field/field.tsx'
import { useTexts } from '../ui/field/use-texts.ts'
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
  const { texts, bind } = useTexts({ name: before })

  return (
    <FormDialog<Errors>
      size="md"
      title={title}
      submitLabel={submitLabel}
      onClose={onClose}
      check={() => (texts.name.trim() === '' ? { name: 'Name the passkey' } : {})}
      save={() => save(texts.name)}
      explain={(error) => ({ name: describeFault(error) })}
    >
      {(errors) => (
        <TextField
          {...bind('name', errors)}
          label="Name"
          hint="So that you recognise it, for example ‘Work laptop’."
          required
          maxLength={LONGEST_PASSKEY_NAME}
          autoComplete="off"
          data-autofocus
        />
      )}
    </FormDialog>
  )
}
