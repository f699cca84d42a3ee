import { useState } from 'react'
import type { ApiKey, KeyWithSecret } from '../../../../api/contract/api-keys.ts'
import {
  isSensitive,
  KEY_DAYS,
  MOST_KEY_DAYS,
  SCOPE_NAMES,
  SCOPES,
  type Scope,
} from '../../../../api/rules/api-keys.ts'
import { readFieldErrors } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { CheckField } from '../../../ui/field/check-field.tsx'
import { TextField } from '../../../ui/field/field.tsx'

type Errors = Partial<Record<'name' | 'scopes' | 'days' | 'addresses' | 'dailyRefunds', string>>

const GROUPS: readonly [legend: string, scopes: Scope[]][] = [
  ['The program may', SCOPE_NAMES.filter((scope) => !isSensitive(scope))],
  ['Sensitive: whoever runs the shop is told', SCOPE_NAMES.filter(isSensitive)],
]

/** Makes an API key or changes one: its name, what it may do, and where it may come from. */
export function KeyDialog({
  apiKey,
  onClose,
  onSaved,
}: {
  /** Absent for a new key. */
  apiKey: ApiKey | undefined
  onClose: () => void
  /** @param made a new key, with its secret */
  onSaved: (made?: KeyWithSecret) => void
}) {
  const [name, setName] = useState(apiKey?.name ?? '')
  const [scopes, setScopes] = useState<readonly Scope[]>(apiKey?.scopes ?? ['orders:read'])
  const [days, setDays] = useState(String(KEY_DAYS))
  const [addresses, setAddresses] = useState(apiKey?.addresses.join(' ') ?? '')
  const [refunds, setRefunds] = useState(String(apiKey?.dailyRefunds ?? 0))

  async function save(): Promise<void> {
    const body = {
      ...{ name, scopes, addresses: addresses.split(/[\s,]+/).filter(Boolean) },
      dailyRefunds: Number(refunds),
    }
    if (!apiKey) {
      onSaved(
        await callAdminApi<KeyWithSecret>('/api/admin/api-keys', {
          method: 'POST',
          body: { ...body, days: Number(days) },
        }),
      )
      return
    }
    await callAdminApi(`/api/admin/api-keys/${apiKey.id}`, { method: 'PATCH', body })
    showToast('API Key Updated', name)
    onSaved()
  }

  function explain(error: unknown): Errors {
    const found: Record<string, string | undefined> = readFieldErrors(error)
    // The third of several addresses is at the path addresses.2.
    const place = Object.keys(found).find((path) => path.startsWith('addresses'))
    const errors = place ? { ...found, addresses: found[place] } : found
    if (Object.keys(errors).length === 0)
      showError(apiKey ? 'Update Failed' : 'Creation Failed', 'Please try again in a moment.')
    return errors as Errors
  }

  return (
    <FormDialog<Errors>
      title={apiKey ? 'Edit API Key' : 'New API Key'}
      description="A program that has the key acts as an admin of the shop, as far as you allow here."
      submitLabel={apiKey ? 'Save Changes' : 'Create API Key'}
      legend="API key"
      className="grid gap-5"
      onClose={onClose}
      check={() => ({
        ...(name.trim() === '' && { name: 'Name is required' }),
        ...(scopes.length === 0 && { scopes: 'Choose what the key may do' }),
      })}
      save={save}
      explain={explain}
    >
      {(errors) => (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="off"
            required
            data-autofocus
            value={name}
            error={errors.name}
            hint="What the program is, such as Accounting."
            onChange={(event) => setName(event.target.value)}
          />
          {GROUPS.map(([legend, group]) => (
            <fieldset key={legend}>
              <legend className="text-sm font-medium text-ink">{legend}</legend>
              {group.map((scope) => (
                <CheckField
                  key={scope}
                  name={scope}
                  label={scope}
                  hint={SCOPES[scope]}
                  checked={scopes.includes(scope)}
                  onChange={(isOn) =>
                    setScopes(SCOPE_NAMES.filter((one) => (one === scope ? isOn : scopes.includes(one))))
                  }
                />
              ))}
            </fieldset>
          ))}
          {errors.scopes && (
            <p role="alert" className="text-sm text-negative">
              {errors.scopes}
            </p>
          )}
          {scopes.includes('orders:refund') && (
            <TextField
              label="Refunds a day"
              name="dailyRefunds"
              inputMode="numeric"
              autoComplete="off"
              value={refunds}
              error={errors.dailyRefunds}
              hint="How many it may make at most. With 0 it makes none."
              onChange={(event) => setRefunds(event.target.value)}
            />
          )}
          {!apiKey && (
            <TextField
              label="Valid for days"
              name="days"
              inputMode="numeric"
              autoComplete="off"
              value={days}
              error={errors.days}
              hint={`At most ${MOST_KEY_DAYS}. Then the program needs a new key.`}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
          <TextField
            label="Addresses"
            name="addresses"
            autoComplete="off"
            value={addresses}
            error={errors.addresses}
            hint="IP addresses or networks that it may come from, such as 192.0.2.0/24. Empty: from anywhere."
            onChange={(event) => setAddresses(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
