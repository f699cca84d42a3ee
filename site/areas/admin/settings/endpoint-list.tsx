import { KeyRound, Pencil, Power, Send, Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import type { EndpointWithSecret, WebhookEndpoint, WebhookTest } from '#api/contract/outbound/webhooks.ts'
import { RowButton } from '#site/areas/admin/list/cells.tsx'
import {
  DevelopersLink,
  RemoveDialog,
  SecretDialog,
  Setting,
  SettingsList,
} from '#site/areas/admin/list/settings-list.tsx'
import { refreshOperations } from '#site/areas/admin/list/use-figure.ts'
import { ApiError } from '#site/kit/client/api.ts'
import { callAdminApi, createFigureStore } from '#site/kit/stores/admin.ts'
import { refetch } from '#site/kit/stores/query.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { describeState, EndpointDialog, EVENT_LABELS, TestDialog } from './endpoint-dialogs.tsx'

const PATH = '/api/admin/webhook-endpoints'
const $endpoints = createFigureStore<WebhookEndpoint[]>([PATH])

/** @param onDeleted called after a webhook is deleted, because its messages are deleted with it */
export function EndpointList({ onDeleted }: { onDeleted: () => void }) {
  const [dialog, tools] = useDialog(refresh)
  const { open, close, finish } = tools
  const [testing, setTesting] = useState<number | undefined>()

  function fail(title: string, text: string): void {
    showError(title, `${text}. Please try again.`)
    finish()
  }
  const explainChange = () => fail('Update Failed', 'The webhook couldn’t be changed')

  async function setDisabled({ id, url }: WebhookEndpoint, isDisabled: boolean): Promise<void> {
    await callAdminApi(`${PATH}/${id}`, { method: 'PATCH', body: { isDisabled } })
    showToast(isDisabled ? 'Webhook Disabled' : 'Webhook Enabled', url)
    finish()
  }

  const show = ({ url, secret }: EndpointWithSecret, note?: string) =>
    open(
      <SecretDialog
        description={`The program at ${url} uses it to check that messages come from the shop. It won’t be shown again.`}
        secret={secret}
        note={note}
        onClose={close}
      />,
    )

  const edit = (endpoint?: WebhookEndpoint) =>
    open(
      <EndpointDialog
        endpoint={endpoint}
        onClose={close}
        onSaved={(made) => {
          finish()
          if (made) show(made)
        }}
      />,
    )

  async function test({ id, url }: WebhookEndpoint): Promise<void> {
    setTesting(id)
    try {
      const outcome = await callAdminApi<WebhookTest>(`${PATH}/${id}/test`, { method: 'POST' })
      open(<TestDialog url={url} outcome={outcome} onClose={close} />)
    } catch (error) {
      const reason = error instanceof ApiError && error.status === 429 ? error.body?.message : undefined
      showError('Test Failed', reason ?? 'The test couldn’t be sent. Please try again.')
    } finally {
      setTesting(undefined)
    }
  }

  const askToRotate = ({ id, url }: WebhookEndpoint) =>
    open(
      <ConfirmDialog
        title="Create a new secret?"
        confirm="Create secret"
        onCancel={close}
        onConfirm={async () => {
          const made = await callAdminApi<EndpointWithSecret>(`${PATH}/${id}/secret`, { method: 'POST' })
          show(
            made,
            'For 24 hours, messages are also signed with the old secret so that you can switch at any time.',
          )
        }}
        explain={() => fail('Update Failed', 'No new secret was created')}
      >
        The program at {url} has 24 hours to switch. Until then the old secret works too.
      </ConfirmDialog>,
    )

  const askToDisable = (endpoint: WebhookEndpoint) =>
    open(
      <ConfirmDialog
        title="Disable this webhook?"
        confirm="Disable"
        onCancel={close}
        onConfirm={() => setDisabled(endpoint, true)}
        explain={explainChange}
      >
        {endpoint.url} gets no messages until you enable it again. Messages on their way will fail.
      </ConfirmDialog>,
    )

  const askToDelete = ({ id, url }: WebhookEndpoint) =>
    open(
      <RemoveDialog
        title="Delete this webhook?"
        confirm="Delete"
        tools={{
          ...tools,
          finish: () => {
            finish()
            onDeleted()
          },
        }}
        path={`${PATH}/${id}`}
        done={['Webhook Deleted', url]}
        failed={['Deletion Failed', 'The webhook couldn’t be deleted. Please try again.']}
      >
        Nothing more is sent to {url}, and its messages below are deleted too. To keep them, disable it
        instead.
      </RemoveDialog>,
    )

  return (
    <SettingsList
      title="Webhooks"
      text={
        <>
          Notify your programs about orders. <DevelopersLink part="webhooks">The events</DevelopersLink>
        </>
      }
      label="Webhooks"
      store={$endpoints}
      failure="The webhooks didn’t load"
      addLabel="New webhook"
      onAdd={() => edit()}
      empty={{
        icon: Webhook,
        title: 'No webhooks yet',
        children:
          'Add an address to notify your accounting, chat or stock system about paid orders, status changes and refunds.',
      }}
      renderItem={(endpoint) => {
        const look = { of: endpoint.url, className: 'px-3 max-sm:grow' }
        const actions = (
          <>
            <RowButton
              icon={Send}
              label="Test"
              {...look}
              busy={testing === endpoint.id}
              onClick={() => void test(endpoint)}
            />
            <RowButton icon={Pencil} label="Edit" {...look} onClick={() => edit(endpoint)} />
            <RowButton
              icon={KeyRound}
              label="New secret"
              {...look}
              aria-label={`New secret for ${endpoint.url}`}
              onClick={() => askToRotate(endpoint)}
            />
            {endpoint.disabledAt ? (
              <RowButton
                icon={Power}
                label="Enable"
                {...look}
                onClick={() => void setDisabled(endpoint, false).catch(explainChange)}
              />
            ) : (
              <RowButton icon={Power} label="Disable" {...look} onClick={() => askToDisable(endpoint)} />
            )}
            <RowButton icon={Trash2} label="Delete" {...look} onClick={() => askToDelete(endpoint)} />
          </>
        )
        const { why, ...state } = describeState(endpoint)
        return (
          <Setting name={endpoint.url} look={state} actions={actions}>
            <p className="mt-1 text-sm text-ink-quiet">
              {endpoint.events.map((event) => EVENT_LABELS[event]).join(', ')}
            </p>
            {why && <p className="mt-1 text-sm text-ink">{why}</p>}
          </Setting>
        )
      }}
    >
      {dialog}
    </SettingsList>
  )
}

function refresh(): void {
  void refetch($endpoints)
  refreshOperations()
}
