import { Ban, KeyRound, Pencil } from 'lucide-react'
import type { ApiKey } from '#api/contract/operations/api-keys.ts'
import { DateCell, MomentCell, RowButton } from '#site/areas/admin/list/cells.tsx'
import {
  DevelopersLink,
  RemoveDialog,
  SecretDialog,
  Setting,
  SettingsList,
} from '#site/areas/admin/list/settings-list.tsx'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { refetch } from '#site/kit/stores/query.ts'
import type { StateLook } from '#site/kit/ui/primitives/status-badge.tsx'
import { useDialog } from '#site/kit/ui/use-dialog.ts'
import { KeyDialog } from './key-dialog.tsx'

const PATH = '/api/admin/api-keys'
const $keys = createFigureStore<ApiKey[]>([PATH])

/** The API keys of programs, each with its permissions. */
export function Panel() {
  const [dialog, tools] = useDialog(() => void refetch($keys))
  const { open, close, finish } = tools

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
              description={`‘${made.name}’ uses it for its API calls. It won’t be shown again.`}
              secret={made.key}
              onClose={close}
            />,
          )
        }}
      />,
    )

  const askToRevoke = ({ id, name }: ApiKey) =>
    open(
      <RemoveDialog
        title="Revoke this API key?"
        confirm="Revoke"
        tools={tools}
        path={`${PATH}/${id}`}
        done={['API Key Revoked', name]}
        failed={['Revoking Failed', 'The key couldn’t be revoked. Please try again.']}
      >
        The program using ‘{name}’ loses access immediately. This can’t be undone.
      </RemoveDialog>,
    )

  return (
    <SettingsList
      title="API keys"
      text={
        <>
          Let your programs read and change orders.{' '}
          <DevelopersLink part="keys">How to use a key</DevelopersLink>
        </>
      }
      label="API keys"
      store={$keys}
      failure="The API keys didn’t load"
      addLabel="New API key"
      onAdd={() => edit()}
      empty={{
        icon: KeyRound,
        title: 'No API keys yet',
        children:
          'With a key, your accounting tool, a spreadsheet or a script can read and change orders as far as you allow.',
      }}
      renderItem={(key) => {
        const look = { of: key.name, className: 'px-3 max-sm:grow' }
        const actions = (
          <>
            <RowButton icon={Pencil} label="Edit" {...look} onClick={() => edit(key)} />
            <RowButton icon={Ban} label="Revoke" {...look} onClick={() => askToRevoke(key)} />
          </>
        )
        return (
          <Setting name={key.name} look={describeState(key)} actions={!key.revokedAt && actions}>
            <KeyLines apiKey={key} />
          </Setting>
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

function KeyLines({ apiKey }: { apiKey: ApiKey }) {
  const { start, scopes, keeper, expiresAt, lastUsedAt, lastAddress, addresses, dailyRefunds } = apiKey
  return (
    <>
      <p className="mt-1 text-sm text-ink-quiet [overflow-wrap:anywhere]">
        <code translate="no">{start}…</code> · {scopes.join(', ')}
        {scopes.includes('orders:refund') && ` (${dailyRefunds} a day)`}
        {addresses.length > 0 && ` · from ${addresses.join(', ')}`}
      </p>
      <p className="mt-1 text-sm text-ink-quiet">
        {keeper.firstName} {keeper.lastName} is responsible · valid until <DateCell iso={expiresAt} /> ·{' '}
        {lastUsedAt ? (
          <>
            last used <MomentCell iso={lastUsedAt} />
            {lastAddress && ` from ${lastAddress}`}
          </>
        ) : (
          'never used'
        )}
      </p>
    </>
  )
}
