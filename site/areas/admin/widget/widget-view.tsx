import { AppWindow, Trash2 } from 'lucide-react'
import type { EmbedOrigin } from '#api/contract/sales/widget.ts'
import { EMBED_DAYS } from '#api/rules/embed.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { RowButton } from '#site/areas/admin/list/cells.tsx'
import { DevelopersLink, RemoveDialog, SettingsList } from '#site/areas/admin/list/settings-list.tsx'
import { ApiError } from '#site/kit/client/api.ts'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { callAdminApi, createFigureStore } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { bindText, DraftDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { type Dialogs, useDialog } from '#site/kit/ui/use-dialog.ts'
import { Snippet } from './snippet.tsx'

const PATH = '/api/admin/embed-origins'
const $origins = createFigureStore<EmbedOrigin[]>([PATH])

/** Selling on other websites: the websites with their figures, and the HTML to paste there. */
export function Panel() {
  const [dialog, tools] = useDialog($origins.revalidate)

  const askToRemove = ({ id, origin, orders }: EmbedOrigin) =>
    tools.open(
      <RemoveDialog
        title="Remove this website?"
        confirm="Remove"
        tools={tools}
        path={`${PATH}/${id}`}
        done={['Website Removed', `Packages can no longer be bought on ${origin}.`]}
        failed={['Update Failed', 'The website couldn’t be removed. Please try again.']}
      >
        {origin} shows a link to the package instead.{' '}
        {orders > 0 && `Its ${formatCount(orders, 'order')} stay. `}Purchases under way there can still be
        completed.
      </RemoveDialog>,
    )

  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <SettingsList
        title="Widget"
        text={
          <>
            Other websites that sell your packages. Views and sales of the last {EMBED_DAYS} days.{' '}
            <DevelopersLink part="widget">The API behind it</DevelopersLink>
          </>
        }
        label="Websites"
        store={$origins}
        failure="The websites didn’t load"
        addLabel="Add website"
        onAdd={() => tools.open(<OriginDialog tools={tools} />)}
        empty={{
          icon: AppWindow,
          title: 'No websites yet',
          children:
            'Add your website, your blog or a partner’s site, and paste two lines there. Visitors can then buy without leaving it.',
        }}
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

function OriginDialog({ tools }: { tools: Dialogs }) {
  return (
    <DraftDialog
      initial={{ origin: '' }}
      title="Add website"
      description="Its visitors can buy your packages there. Its owner sees that something was sold, but not to whom."
      submitLabel="Add Website"
      legend="Website"
      onClose={tools.close}
      check={({ origin }) => (origin.trim() === '' ? { origin: 'Address is required' } : {})}
      save={async (body) => {
        const added = await callAdminApi<EmbedOrigin>(PATH, { method: 'POST', body })
        showToast('Website Added', added.origin)
        tools.finish()
      }}
      explain={(error) => {
        const found = readFieldErrors(error)
        const isFull = error instanceof ApiError && error.body?.code === 'too_many_origins'
        if (!found.origin)
          showError('Update Failed', isFull ? error.body?.message : 'Please try again in a moment.')
        return found
      }}
    >
      {(editing) => (
        <TextField
          {...bindText(editing, 'origin')}
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://partner.example"
          required
          data-autofocus
          hint="As in the browser’s address bar, without a path. Include www if the site uses it."
        />
      )}
    </DraftDialog>
  )
}
