import { Ban, KeyRound, Pencil, Plus } from 'lucide-react'
import type { ApiKey } from '../../../../api/contract/api-keys.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { refetch } from '../../../stores/query.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { StateBadge, type StateLook } from '../../../ui/primitives/status-badge.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { DateCell, MomentCell } from '../list/cells.tsx'
import { RowButton } from '../list/row-button.tsx'
import { DevelopersLink, SecretDialog, SettingsList } from '../list/settings-list.tsx'
import { KeyDialog } from './key-dialog.tsx'

const PATH = '/api/admin/api-keys'
const $keys = createFigureStore<ApiKey[]>([PATH])

/** The API keys of programs, each with what it may do. */
export function KeysView() {
  const [dialog, { open, close, finish }] = useDialog(() => void refetch($keys))

  const edit = (apiKey?: ApiKey) =>
    open(
      <KeyDialog
        apiKey={apiKey}
        onClose={close}
        onSaved={(made) => {
          finish()
          if (!made) return
          open(
            <SecretDialog
              title="Save the key"
              description={`‘${made.name}’ makes its calls with it. It is not shown again.`}
              secret={made.key}
              onClose={close}
            />,
          )
        }}
      />,
    )

  const askToRevoke = ({ id, name }: ApiKey) =>
    open(
      <ConfirmDialog
        title="Revoke this API key?"
        confirm="Revoke"
        onCancel={close}
        onConfirm={async () => {
          await callAdminApi(`${PATH}/${id}`, { method: 'DELETE' })
          showToast('API Key Revoked', name)
          finish()
        }}
        explain={() => {
          showError('Revoking Failed', 'The key could not be revoked. Please try again.')
          finish()
        }}
      >
        The program that has ‘{name}’ can do nothing any more, at once and for good.
      </ConfirmDialog>,
    )

  const add = (
    <Button icon={Plus} onClick={() => edit()}>
      New API Key
    </Button>
  )
  return (
    <SettingsList
      title="API keys"
      text={
        <>
          Your programs that read and change orders.{' '}
          <DevelopersLink part="keys">How to use a key</DevelopersLink>
        </>
      }
      label="API keys"
      store={$keys}
      failure="The API keys did not load"
      add={add}
      empty={
        <EmptyState icon={KeyRound} title="No program has a key yet" action={add}>
          With a key your accounting, a spreadsheet or a script reads orders and acts on them, as far as you
          allow.
        </EmptyState>
      }
      renderItem={(key) => {
        const look = { of: key.name, className: 'px-3 max-sm:grow' }
        return (
          <>
            <Key apiKey={key} />
            {!key.revokedAt && (
              <div className="flex flex-wrap gap-2 max-sm:w-full">
                <RowButton icon={Pencil} label="Edit" {...look} onClick={() => edit(key)} />
                <RowButton icon={Ban} label="Revoke" {...look} onClick={() => askToRevoke(key)} />
              </div>
            )}
          </>
        )
      }}
    >
      {dialog}
    </SettingsList>
  )
}

function describeState({ revokedAt, expiresAt }: ApiKey): StateLook {
  if (revokedAt) return { label: 'Revoked', tone: 'neutral' }
  if (new Date(expiresAt) < new Date()) return { label: 'Expired', tone: 'caution' }
  return { label: 'In use', tone: 'positive' }
}

function Key({ apiKey }: { apiKey: ApiKey }) {
  const { name, start, scopes, keeper, expiresAt, lastUsedAt, lastAddress, addresses, dailyRefunds } = apiKey
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ink">
        <span className="[overflow-wrap:anywhere]">{name}</span>
        <StateBadge look={describeState(apiKey)} />
      </p>
      <p className="mt-1 text-sm text-ink-quiet [overflow-wrap:anywhere]">
        <code>{start}…</code> · {scopes.join(', ')}
        {scopes.includes('orders:refund') && ` (${dailyRefunds} a day)`}
        {addresses.length > 0 && ` · from ${addresses.join(', ')}`}
      </p>
      <p className="mt-1 text-sm text-ink-quiet">
        {keeper.firstName} {keeper.lastName} answers for it · valid until <DateCell iso={expiresAt} /> ·{' '}
        {lastUsedAt ? (
          <>
            last used <MomentCell iso={lastUsedAt} />
            {lastAddress && ` from ${lastAddress}`}
          </>
        ) : (
          'never used'
        )}
      </p>
    </div>
  )
}
