import { KeyRound, Pencil, Plus, Power, Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import type { EndpointWithSecret, WebhookEndpoint } from '../../../../api/contract/webhooks.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { StateBadge } from '../../../ui/status-badge.tsx'
import { refreshOperations } from '../jobs/use-operations.ts'
import { SettingsList } from '../list/settings-list.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { describeState, EVENT_LABELS } from './webhook-labels.ts'

const PATH = '/api/admin/webhook-endpoints'
const $endpoints = createFigureStore<WebhookEndpoint[]>([PATH])

type Shown =
  | { kind: 'edit'; endpoint?: WebhookEndpoint }
  | { kind: 'secret'; endpoint: EndpointWithSecret; isNew: boolean }
  | { kind: 'rotate' | 'disable' | 'delete'; endpoint: WebhookEndpoint }

export function EndpointList({
  onDeleted,
}: {
  /** Its messages are gone, too. */
  onDeleted: () => void
}) {
  const [shown, setShown] = useState<Shown | undefined>()
  const close = () => setShown(undefined)

  function refresh(): void {
    $endpoints.revalidate()
    refreshOperations()
  }

  function fail(title: string, text: string): void {
    close()
    showError(title, `${text}. Please try again.`)
    refresh()
  }

  async function setDisabled({ id, url }: WebhookEndpoint, isDisabled: boolean): Promise<void> {
    await callAdminApi(`${PATH}/${id}`, { method: 'PATCH', body: { isDisabled } })
    close()
    showToast(isDisabled ? 'Webhook Disabled' : 'Webhook Enabled', url)
    refresh()
  }
  const explainChange = () => fail('Update Failed', 'The webhook could not be changed')

  async function rotate({ id }: WebhookEndpoint): Promise<void> {
    const endpoint = await callAdminApi<EndpointWithSecret>(`${PATH}/${id}/secret`, { method: 'POST' })
    setShown({ kind: 'secret', endpoint, isNew: false })
  }

  async function remove({ id, url }: WebhookEndpoint): Promise<void> {
    await callAdminApi(`${PATH}/${id}`, { method: 'DELETE' })
    close()
    showToast('Webhook Deleted', url)
    onDeleted()
    refresh()
  }

  const add = (
    <Button onClick={() => setShown({ kind: 'edit' })}>
      <Plus aria-hidden="true" className="size-4" />
      New Webhook
    </Button>
  )
  return (
    <SettingsList
      title="Webhooks"
      text="Your programs that hear of orders."
      label="Webhooks"
      store={$endpoints}
      failure="The webhooks did not load"
      add={add}
      empty={
        <EmptyState icon={Webhook} title="No program hears of orders yet" action={add}>
          Add an address, and your accounting, chat or stock system hears of paid orders, their status and
          refunds.
        </EmptyState>
      }
      renderItem={(endpoint) => (
        <>
          <Endpoint endpoint={endpoint} />
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            <Button
              variant="secondary"
              className="px-3 max-sm:grow"
              aria-label={`Edit ${endpoint.url}`}
              onClick={() => setShown({ kind: 'edit', endpoint })}
            >
              <Pencil aria-hidden="true" className="size-4" />
              Edit
            </Button>
            <Button
              variant="secondary"
              className="px-3 max-sm:grow"
              aria-label={`New secret for ${endpoint.url}`}
              onClick={() => setShown({ kind: 'rotate', endpoint })}
            >
              <KeyRound aria-hidden="true" className="size-4" />
              New secret
            </Button>
            <Button
              variant="secondary"
              className="px-3 max-sm:grow"
              aria-label={`${endpoint.disabledAt ? 'Enable' : 'Disable'} ${endpoint.url}`}
              onClick={() =>
                endpoint.disabledAt
                  ? void setDisabled(endpoint, false).catch(explainChange)
                  : setShown({ kind: 'disable', endpoint })
              }
            >
              <Power aria-hidden="true" className="size-4" />
              {endpoint.disabledAt ? 'Enable' : 'Disable'}
            </Button>
            <Button
              variant="secondary"
              className="px-3 max-sm:grow"
              aria-label={`Delete ${endpoint.url}`}
              onClick={() => setShown({ kind: 'delete', endpoint })}
            >
              <Trash2 aria-hidden="true" className="size-4" />
              Delete
            </Button>
          </div>
        </>
      )}
    >
      {shown?.kind === 'edit' && (
        <EndpointDialog
          endpoint={shown.endpoint}
          onClose={close}
          onSaved={(made) => {
            setShown(made && { kind: 'secret', endpoint: made, isNew: true })
            refresh()
          }}
        />
      )}
      {shown?.kind === 'secret' && (
        <SecretDialog endpoint={shown.endpoint} isNew={shown.isNew} onClose={close} />
      )}
      {shown?.kind === 'rotate' && (
        <ConfirmDialog
          title="Make a new secret?"
          confirm="New secret"
          onCancel={close}
          onConfirm={() => rotate(shown.endpoint)}
          explain={() => fail('Update Failed', 'No new secret was made')}
        >
          The program at {shown.endpoint.url} has 24 hours to switch to it. Until then the present one works,
          too.
        </ConfirmDialog>
      )}
      {shown?.kind === 'disable' && (
        <ConfirmDialog
          title="Disable this webhook?"
          confirm="Disable"
          onCancel={close}
          onConfirm={() => setDisabled(shown.endpoint, true)}
          explain={explainChange}
        >
          {shown.endpoint.url} hears nothing until it is enabled again. Messages that are on their way fail.
        </ConfirmDialog>
      )}
      {shown?.kind === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          confirm="Delete"
          onCancel={close}
          onConfirm={() => remove(shown.endpoint)}
          explain={() => fail('Deletion Failed', 'The webhook could not be deleted')}
        >
          Nothing more is sent to {shown.endpoint.url}, and its messages below are deleted, too. To keep them,
          disable it instead.
        </ConfirmDialog>
      )}
    </SettingsList>
  )
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { why, ...look } = describeState(endpoint)
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ink">
        <span className="[overflow-wrap:anywhere]">{endpoint.url}</span>
        <StateBadge look={look} />
      </p>
      <p className="mt-1 text-sm text-ink-quiet">
        {endpoint.events.map((event) => EVENT_LABELS[event]).join(', ')}
      </p>
      {why && <p className="mt-1 text-sm text-ink">{why}</p>}
    </div>
  )
}
