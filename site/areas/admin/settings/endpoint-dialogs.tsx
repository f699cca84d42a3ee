import type { OutgoingEvent } from '#api/contract/orders/order-events.ts'
import type {
  EndpointWithSecret,
  WebhookEndpoint,
  WebhookMessage,
  WebhookTest,
} from '#api/contract/outbound/webhooks.ts'
import { WEBHOOK_FAILING_DAYS } from '#api/rules/periods.ts'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { Dialog, DialogDone } from '#site/kit/ui/dialog/dialog.tsx'
import { bindCheckbox, bindText, DraftDialog, type FieldErrors } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { FieldError, TextField } from '#site/kit/ui/field/field.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import type { StateLook } from '#site/kit/ui/primitives/status-badge.tsx'

type EventName = OutgoingEvent['type']

export const EVENT_LABELS: Readonly<Record<EventName, string>> = {
  'order.paid': 'Paid orders',
  'order.instalment_paid': 'Paid instalments',
  'order.status_changed': 'Status of paid orders',
  'order.refunded': 'Refunds',
  'message.created': 'Messages',
  'order.delivered': 'Deliveries',
  'order.accepted': 'Accepted deliveries',
  'order.change_requested': 'Faults and changes',
  'refund.requested': 'Refund requests',
}
const EVENT_NAMES = Object.keys(EVENT_LABELS) as EventName[]

export const WEBHOOK_MESSAGE_LABELS: Readonly<Record<WebhookMessage['state'], StateLook>> = {
  waiting: { label: 'On its way', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'positive' },
  failed: { label: 'Failed', tone: 'negative' },
}

/** A webhook's badge, with the reason if the shop has stopped it or its messages fail. */
export function describeState({ disabledAs, failingSince }: WebhookEndpoint): StateLook & { why?: string } {
  if (disabledAs === 'admin') return { label: 'Disabled', tone: 'neutral' }
  if (disabledAs === 'gone')
    return { label: 'Stopped', tone: 'negative', why: 'The receiver replied 410: it wants no more messages.' }
  if (disabledAs === 'failing')
    return {
      label: 'Stopped',
      tone: 'negative',
      why: `Every message has failed for ${WEBHOOK_FAILING_DAYS} days.`,
    }
  if (failingSince)
    return { label: 'Failing', tone: 'caution', why: 'The last message failed. It will be retried.' }
  return { label: 'Enabled', tone: 'positive' }
}

interface EndpointDialogProps {
  /** Absent for a new webhook. */
  endpoint: WebhookEndpoint | undefined
  onClose: () => void
  /** @param made the new webhook with its secret; undefined after an edit */
  onSaved: (made?: EndpointWithSecret) => void
}

export function EndpointDialog({ endpoint, onClose, onSaved }: EndpointDialogProps) {
  const initial = { url: endpoint?.url ?? '', events: endpoint?.events ?? EVENT_NAMES }
  const path = '/api/admin/webhook-endpoints'

  async function save(draft: typeof initial): Promise<void> {
    const body = { ...draft, url: draft.url.trim() }
    if (!endpoint) return onSaved(await callAdminApi<EndpointWithSecret>(path, { method: 'POST', body }))
    await callAdminApi(`${path}/${endpoint.id}`, { method: 'PATCH', body })
    showToast('Webhook Updated', body.url)
    onSaved()
  }

  return (
    <DraftDialog
      initial={initial}
      title={endpoint ? 'Edit webhook' : 'New webhook'}
      description="We send the events you choose to this address."
      submitLabel={endpoint ? 'Save Changes' : 'Create Webhook'}
      legend="Webhook"
      className="grid gap-5"
      onClose={onClose}
      check={({ url, events }) => ({
        ...(url.trim() === '' && { url: 'Address is required' }),
        ...(events.length === 0 && { events: 'Choose at least one event' }),
      })}
      save={save}
      explain={(error) => {
        const found: FieldErrors<typeof initial> = readFieldErrors(error)
        // No toast for an error at the field: on a phone it would cover the dialog's title.
        if (!found.url)
          showError(endpoint ? 'Update Failed' : 'Creation Failed', 'Please try again in a moment.')
        return found
      }}
    >
      {(editing) => (
        <>
          <TextField
            {...bindText(editing, 'url')}
            label="Address"
            type="url"
            inputMode="url"
            placeholder="https://example.com/hooks"
            required
            data-autofocus
            hint="A public address. Messages are sent by POST as JSON."
          />
          <fieldset>
            <legend className="text-sm font-medium text-ink">Events</legend>
            {EVENT_NAMES.map((name) => (
              <CheckField
                key={name}
                name={name}
                label={EVENT_LABELS[name]}
                hint={name}
                {...bindCheckbox(editing, 'events', name, EVENT_NAMES)}
              />
            ))}
            {editing.errors.events && (
              <div role="alert" className="mt-2">
                <FieldError id="events-error" of={editing.draft.events}>
                  {editing.errors.events}
                </FieldError>
              </div>
            )}
          </fieldset>
        </>
      )}
    </DraftDialog>
  )
}

export function TestDialog(props: { url: string; outcome: WebhookTest; onClose: () => void }) {
  const { url, onClose } = props
  const { isDelivered, responseStatus, response } = props.outcome
  return (
    <Dialog
      onClose={onClose}
      size="md"
      title={isDelivered ? 'The test was delivered' : 'The test failed'}
      description={url}
      footer={<DialogDone onClose={onClose} />}
    >
      <dl className="flex flex-col gap-3 text-sm">
        <Fact label="Status">{responseStatus ?? 'No response'}</Fact>
        <Fact
          label={responseStatus === null ? 'Error' : 'Response'}
          valueClassName="[overflow-wrap:anywhere]"
        >
          {response || 'Empty'}
        </Fact>
      </dl>
      <p className="mt-4 text-sm text-ink-quiet">
        A test is signed like any other message. It isn’t listed and never counts as a failure.
      </p>
    </Dialog>
  )
}
