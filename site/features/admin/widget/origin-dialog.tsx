import { useState } from 'react'
import type { EmbedOrigin } from '../../../../api/contract/embedding.ts'
import { ApiError } from '../../../client/api.ts'
import { readFieldErrors } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

interface Errors {
  origin?: string
}

/** Lets another website sell. */
export function OriginDialog({
  path,
  onClose,
  onAdded,
}: {
  path: string
  onClose: () => void
  onAdded: () => void
}) {
  const [origin, setOrigin] = useState('')

  async function save(): Promise<void> {
    const added = await callAdminApi<EmbedOrigin>(path, { method: 'POST', body: { origin } })
    showToast('Website Added', added.origin)
    onAdded()
  }

  function explain(error: unknown): Errors {
    const found = readFieldErrors(error)
    const isFull = error instanceof ApiError && error.body?.code === 'too_many_origins'
    if (!found.origin)
      showError('Update Failed', isFull ? error.body?.message : 'Please try again in a moment.')
    return found
  }

  return (
    <FormDialog<Errors>
      size="md"
      title="Add Website"
      description="Its visitors can buy your packages there. Whoever runs it sees that something was sold, not who bought it."
      submitLabel="Add Website"
      legend="Website"
      onClose={onClose}
      check={() => (origin.trim() === '' ? { origin: 'Address is required' } : {})}
      save={save}
      explain={explain}
    >
      {(errors) => (
        <TextField
          label="Address"
          name="origin"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://partner.example"
          required
          data-autofocus
          value={origin}
          error={errors.origin}
          hint="As it begins in the browser's address bar, without a path. With www if it has one."
          onChange={(event) => setOrigin(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
