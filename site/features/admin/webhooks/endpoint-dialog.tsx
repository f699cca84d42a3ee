import { useState } from 'react'
import type { EndpointWithSecret, WebhookEndpoint } from '../../../../api/contract/webhooks.ts'
import { readFieldErrors } from '../../../client/refusals.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { CheckField } from '../../../ui/field/check-field.tsx'
import { TextField } from '../../../ui/field/field.tsx'
import { EVENT_LABELS, EVENT_NAMES, type EventName } from './webhook-labels.ts'

interface Errors {
  url?: string
  events?: string
}

/** Adds a webhook or changes one: the address of a program, and the events that it hears of. */
export function EndpointDialog({
  endpoint,
  onClose,
  onSaved,
}: {
  /** Absent for a new webhook. */
  endpoint: WebhookEndpoint | undefined
  onClose: () => void
  /** @param made a new webhook, with its secret */
  onSaved: (made?: EndpointWithSecret) => void
}) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState<readonly EventName[]>(endpoint?.events ?? EVENT_NAMES)

  async function save(): Promise<void> {
    const body = { url: url.trim(), events }
    if (!endpoint) {
      onSaved(
        await callAdminApi<EndpointWithSecret>('/api/admin/webhook-endpoints', { method: 'POST', body }),
      )
      return
    }
    await callAdminApi(`/api/admin/webhook-endpoints/${endpoint.id}`, { method: 'PATCH', body })
    showToast('Webhook Updated', body.url)
    onSaved()
  }

  function explain(error: unknown): Errors {
    const found = readFieldErrors(error)
    // An error at the field needs no toast, which on a phone would cover the dialog's title.
    if (!found.url) showError(endpoint ? 'Update Failed' : 'Creation Failed', 'Please try again in a moment.')
    return found
  }

  return (
    <FormDialog<Errors>
      title={endpoint ? 'Edit Webhook' : 'New Webhook'}
      description="The program at this address hears of the events that you choose."
      submitLabel={endpoint ? 'Save Changes' : 'Create Webhook'}
      legend="Webhook"
      className="grid gap-5"
      onClose={onClose}
      check={() => ({
        ...(url.trim() === '' && { url: 'Address is required' }),
        ...(events.length === 0 && { events: 'Choose at least one event' }),
      })}
      save={save}
      explain={explain}
    >
      {(errors) => (
        <>
          <TextField
            label="Address"
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://example.com/hooks"
            required
            data-autofocus
            value={url}
            error={errors.url}
            hint="On the public internet. Messages come as POST, in JSON."
            onChange={(event) => setUrl(event.target.value)}
          />
          <fieldset>
            <legend className="text-sm font-medium text-ink">Tell of</legend>
            {EVENT_NAMES.map((name) => (
              <CheckField
                key={name}
                name={name}
                label={EVENT_LABELS[name]}
                hint={name}
                checked={events.includes(name)}
                onChange={(isOn) =>
                  setEvents(EVENT_NAMES.filter((one) => (one === name ? isOn : events.includes(one))))
                }
              />
            ))}
            {errors.events && (
              <p role="alert" className="mt-2 text-sm text-negative">
                {errors.events}
              </p>
            )}
          </fieldset>
        </>
      )}
    </FormDialog>
  )
}
