import { AppWindow, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EmbedOrigin } from '../../../../api/contract/embedding.ts'
import { EMBED_DAYS } from '../../../../api/rules/embed.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { ApiError } from '../../../client/api.ts'
import { readFieldErrors } from '../../../client/refusals.ts'
import { formatCount } from '../../../format/count.ts'
import { callAdminApi, createFigureStore } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { RowButton } from '../list/row-button.tsx'
import { DevelopersLink, SettingsList } from '../list/settings-list.tsx'
import { Snippet } from './snippet.tsx'

const PATH = '/api/admin/embed-origins'
const $origins = createFigureStore<EmbedOrigin[]>([PATH])

/** Selling on other websites: the websites with their figures, and the lines to paste there. */
export function WidgetView() {
  const [dialog, { open, close, finish }] = useDialog($origins.revalidate)

  const askToRemove = ({ id, origin, orders }: EmbedOrigin) =>
    open(
      <ConfirmDialog
        title="Remove this website?"
        confirm="Remove"
        onCancel={close}
        onConfirm={async () => {
          await callAdminApi(`${PATH}/${id}`, { method: 'DELETE' })
          showToast('Website Removed', `${origin} shows the purchase no more.`)
          finish()
        }}
        explain={() => {
          showError('Update Failed', 'The website could not be removed. Please try again.')
          finish()
        }}
      >
        {origin} shows a link to the package instead.{' '}
        {orders > 0 && `Its ${formatCount(orders, 'order')} and `}
        {orders > 0 ? 'what is bought there right now stay.' : 'What is bought there right now stays.'}
      </ConfirmDialog>,
    )

  const add = (
    <Button icon={Plus} onClick={() => open(<OriginDialog onClose={close} onAdded={finish} />)}>
      Add Website
    </Button>
  )
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <SettingsList
        title="Widget"
        text={
          <>
            Websites where your packages can be bought, too. Views and sales of the last {EMBED_DAYS} days.{' '}
            <DevelopersLink part="widget">The API behind it</DevelopersLink>
          </>
        }
        label="Websites"
        store={$origins}
        failure="The websites did not load"
        add={add}
        empty={
          <EmptyState icon={AppWindow} title="No other website sells your packages" action={add}>
            Add a website, a blog or a partner, paste two lines there, and visitors buy without leaving it.
          </EmptyState>
        }
        renderItem={(website) => (
          <>
            <p className="min-w-0 flex-1 basis-64 font-medium text-ink [overflow-wrap:anywhere]">
              <a href={website.origin} target="_blank" rel="noreferrer" className="hover:underline">
                {website.origin}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </p>
            <dl className="grid grid-cols-3 gap-x-6 text-sm tabular-nums max-sm:w-full sm:gap-x-8 sm:text-right">
              <Figure label="Views" value={website.views.toLocaleString('en-US')} />
              <Figure label="Orders" value={website.orders.toLocaleString('en-US')} />
              <Figure
                label="Revenue"
                value={[website, ...(website.otherRevenue ?? [])]
                  .map(({ revenue, currency }) => formatAmount(revenue, currency))
                  .join(' · ')}
              />
            </dl>
            <RowButton
              icon={Trash2}
              label="Remove"
              of={website.origin}
              className="max-sm:w-full"
              onClick={() => askToRemove(website)}
            />
          </>
        )}
      >
        {dialog}
      </SettingsList>
      <Snippet />
    </div>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-16">
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="mt-0.5 font-medium text-ink">{value}</dd>
    </div>
  )
}

interface Errors {
  origin?: string
}

function OriginDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const [origin, setOrigin] = useState('')

  async function save(): Promise<void> {
    const added = await callAdminApi<EmbedOrigin>(PATH, { method: 'POST', body: { origin } })
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
