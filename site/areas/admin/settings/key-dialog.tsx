import type { ApiKey, KeyWithSecret } from '#api/contract/operations/api-keys.ts'
import { isSensitive, KEY_DAYS, MOST_KEY_DAYS, SCOPE_NAMES, SCOPES, type Scope } from '#api/rules/api-keys.ts'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { bindCheckbox, bindText, DraftDialog, type FieldErrors } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { FieldError, TextField } from '#site/kit/ui/field/field.tsx'

const GROUPS: readonly [legend: string, scopes: Scope[]][] = [
  ['The program may', SCOPE_NAMES.filter((scope) => !isSensitive(scope))],
  ['Sensitive: admins are notified', SCOPE_NAMES.filter(isSensitive)],
]

interface KeyDialogProps {
  /** Absent for a new key. */
  apiKey: ApiKey | undefined
  onClose: () => void
  /** @param made the new key with its secret; undefined after an edit */
  onSaved: (made?: KeyWithSecret) => void
}

const toDraft = (apiKey: ApiKey | undefined) => ({
  name: apiKey?.name ?? '',
  scopes: apiKey?.scopes ?? (['orders:read'] satisfies Scope[]),
  days: String(KEY_DAYS),
  addresses: apiKey?.addresses.join(' ') ?? '',
  dailyRefunds: String(apiKey?.dailyRefunds ?? 0),
})

type Draft = ReturnType<typeof toDraft>

export function KeyDialog({ apiKey, onClose, onSaved }: KeyDialogProps) {
  async function save({ days, ...draft }: Draft): Promise<void> {
    const body = {
      ...draft,
      addresses: draft.addresses.split(/[\s,]+/).filter(Boolean),
      dailyRefunds: Number(draft.dailyRefunds),
    }
    if (!apiKey) {
      const made = { ...body, days: Number(days) }
      return onSaved(await callAdminApi<KeyWithSecret>('/api/admin/api-keys', { method: 'POST', body: made }))
    }
    await callAdminApi(`/api/admin/api-keys/${apiKey.id}`, { method: 'PATCH', body })
    showToast('API Key Updated', draft.name)
    onSaved()
  }

  function explain(error: unknown): FieldErrors<Draft> {
    const found = readFieldErrors(error)
    // An error in one of several addresses has a path such as addresses.2.
    const place = Object.keys(found).find((path) => path.startsWith('addresses'))
    if (Object.keys(found).length === 0)
      showError(apiKey ? 'Update Failed' : 'Creation Failed', 'Please try again in a moment.')
    return place ? { ...found, addresses: found[place] ?? '' } : found
  }

  return (
    <DraftDialog
      initial={toDraft(apiKey)}
      title={apiKey ? 'Edit API key' : 'New API key'}
      description="A program with this key acts as an admin, limited to what you allow here."
      submitLabel={apiKey ? 'Save Changes' : 'Create API Key'}
      legend="API key"
      className="grid gap-5"
      onClose={onClose}
      check={({ name, scopes }) => ({
        ...(name.trim() === '' && { name: 'Name is required' }),
        ...(scopes.length === 0 && { scopes: 'Choose what the key may do' }),
      })}
      save={save}
      explain={explain}
    >
      {(editing) => (
        <>
          <TextField
            {...bindText(editing, 'name')}
            label="Name"
            required
            data-autofocus
            hint="Name of the program, such as Accounting."
          />
          {GROUPS.map(([legend, group]) => (
            <fieldset key={legend}>
              <legend className="text-sm font-medium text-ink">{legend}</legend>
              {group.map((scope) => (
                <CheckField
                  key={scope}
                  name={scope}
                  label={SCOPES[scope]}
                  hint={scope}
                  {...bindCheckbox(editing, 'scopes', scope, SCOPE_NAMES)}
                />
              ))}
            </fieldset>
          ))}
          {editing.errors.scopes && (
            <div role="alert">
              <FieldError id="scopes-error" of={editing.draft.scopes}>
                {editing.errors.scopes}
              </FieldError>
            </div>
          )}
          {editing.draft.scopes.includes('orders:refund') && (
            <TextField
              {...bindText(editing, 'dailyRefunds')}
              label="Refunds per day"
              inputMode="numeric"
              hint="The most it may make. Enter 0 for none."
            />
          )}
          {!apiKey && (
            <TextField
              {...bindText(editing, 'days')}
              label="Valid for (days)"
              inputMode="numeric"
              hint={`At most ${MOST_KEY_DAYS}. Then the program needs a new key.`}
            />
          )}
          <TextField
            {...bindText(editing, 'addresses')}
            label="Addresses"
            hint="Allowed IP addresses or networks, such as 192.0.2.0/24. Leave empty to allow all."
          />
        </>
      )}
    </DraftDialog>
  )
}
