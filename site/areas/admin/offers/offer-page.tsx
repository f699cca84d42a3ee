/** The page of one offer, `?offer=7`, or of a new one, `?offer=new`: the form and its paper, and the actions an admin has now. */
import { Copy, FileQuestion, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Offer } from '#api/contract/sales/offers.ts'
import { nameOffer, OFFER_STATE } from '#api/rules/offers.ts'
import { Email, MomentCell } from '#site/areas/admin/list/cells.tsx'
import { BackLink, useOpenedPage } from '#site/areas/admin/list/page-head.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { useFetchedById } from '#site/areas/admin/list/use-figure.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { changeQuery } from '#site/kit/stores/address.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { StateBadge, StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { type Dialogs, useDialog } from '#site/kit/ui/use-dialog.ts'
import { OfferDocument } from '#site/shop/checkout/offer-document.tsx'
import { copyOffer } from './offer-draft.ts'
import { OfferForm } from './offer-form.tsx'
import { explainFailure, SendDialog, saveOffer } from './send-offer.tsx'

const NEW = 'new'

/** Opens the page of an offer over the list, whose search and filters stay. */
export const openOffer = (id: number | typeof NEW, options?: { replace: boolean }): void =>
  changeQuery({ view: 'offers', offer: String(id) }, options)
const closeOffer = () => changeQuery({ offer: undefined })

/** @param id from the URL */
export function OfferPage({ id }: { id: string }) {
  if (id !== NEW) return <StoredOffer key={id} id={id} />
  return (
    <Page name="New offer">
      <OfferForm onSaved={(offer) => openOffer(offer.id, { replace: true })} />
    </Page>
  )
}

function StoredOffer({ id }: { id: string }) {
  const { data: offer, error, failure, reload } = useFetchedById<Offer>('/api/admin/offers', id)
  const [dialog, tools] = useDialog(() => void reload())
  return (
    <Page
      name={
        offer ? `Offer ${nameOffer(offer.id)}` : failure === 'unknown' ? 'Offer not found' : `Offer #${id}`
      }
      beside={
        offer && (
          <>
            <StateBadge look={OFFER_STATE[offer.state]} />
            {offer.version > 1 && <span className="text-ink-quiet">Version {offer.version}</span>}
          </>
        )
      }
      actions={offer && <OfferActions offer={offer} tools={tools} />}
    >
      {!offer && !failure && (
        <Loading className="grid gap-5 xl:grid-cols-2">
          <Skeleton className="h-[36rem] rounded-lg" />
          <Skeleton className="h-[36rem] rounded-lg" />
        </Loading>
      )}
      {failure === 'unknown' && (
        <Card>
          <EmptyState icon={FileQuestion} title="There is no such offer">
            It may have been deleted.
          </EmptyState>
        </Card>
      )}
      {!offer && failure === 'failed' && (
        <Card>
          <LoadFailed title="This offer didn’t load" error={error} onRetry={() => void reload()} />
        </Card>
      )}
      {offer && <OfferParts key={offer.sha256} offer={offer} tools={tools} reload={reload} />}
      {dialog}
    </Page>
  )
}

interface PageProps {
  name: string
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

function Page({ name, beside, actions, children }: PageProps) {
  const heading = useOpenedPage(name)
  return (
    <div className="flex flex-col gap-5">
      <div>
        <BackLink to={{ view: 'offers' }} onGo={closeOffer}>
          Offers
        </BackLink>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
            <h2
              ref={heading}
              tabIndex={-1}
              className="text-2xl font-semibold tracking-tight text-ink focus:outline-none"
            >
              {name}
            </h2>
            {beside}
          </div>
          {actions}
        </div>
      </div>
      {children}
    </div>
  )
}

interface OfferPartsProps {
  offer: Offer
  tools: Dialogs
  reload: () => Promise<unknown>
}

function OfferParts({ offer, tools, reload }: OfferPartsProps) {
  if (OFFER_STATE[offer.state].isChangeable && !offer.isErased) {
    return (
      <>
        <OfferNews offer={offer} />
        <OfferForm
          offer={offer}
          onSend={() => tools.open(<SendDialog offer={offer} tools={tools} />)}
          onSaved={() => void reload()}
        />
      </>
    )
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <OfferNews offer={offer} />
      {!offer.isErased && <OfferDocument offer={{ ...offer, number: nameOffer(offer.id) }} level={3} />}
    </div>
  )
}

/** What has become of the offer. Renders nothing for one that was never sent. */
function OfferNews({ offer }: { offer: Offer }) {
  const { order, fromOrder, asked, reason } = offer
  if (!offer.sentAt && !fromOrder && !offer.isErased) return null
  return (
    <Card>
      <div className="flex flex-col gap-5 px-5 py-4 text-sm sm:px-6">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
          <Fact label="For">
            {offer.firstName} {offer.lastName}
            <span className="block text-ink-quiet">
              <Email address={offer.email} />
            </span>
          </Fact>
          <Fact label="Valid until">{formatDate(offer.validUntil)}</Fact>
          {offer.sentAt && (
            <Fact label="Sent">
              <MomentCell iso={offer.sentAt} />
            </Fact>
          )}
          {offer.viewedAt && (
            <Fact label="Opened">
              <MomentCell iso={offer.viewedAt} />
            </Fact>
          )}
          {offer.acceptedAt && (
            <Fact label="Accepted">
              <MomentCell iso={offer.acceptedAt} />
              <span className="block text-ink-quiet">{offer.acceptedBy}</span>
            </Fact>
          )}
          {order && (
            <Fact label="Order">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <AdminOrderLink id={order.id}>
                  <span translate="no">{order.invoiceNumber}</span>
                </AdminOrderLink>
                <StatusBadge kind="payment" status={order.paymentStatus as 'paid'} />
              </span>
            </Fact>
          )}
          {fromOrder && (
            <Fact label="Extra work for">
              <AdminOrderLink id={fromOrder.id}>
                <span translate="no">{fromOrder.invoiceNumber}</span>
              </AdminOrderLink>
            </Fact>
          )}
        </dl>
        {reason && <Words title="Why it was declined">{reason}</Words>}
        {asked.map(({ text, at }) => (
          <Words key={at} title={`Asked on ${formatDate(at)}`}>
            {text}
          </Words>
        ))}
      </div>
    </Card>
  )
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-l-2 border-line pl-3">
      <h3 className="text-ink-quiet">{title}</h3>
      <p className="whitespace-pre-line text-ink [overflow-wrap:anywhere]">{children}</p>
    </section>
  )
}

function OfferActions({ offer, tools }: { offer: Offer; tools: Dialogs }) {
  const { open } = tools
  const repeat = useAction(async () => openOffer((await saveOffer(copyOffer(offer))).id), explainFailure)
  const isOpen = OFFER_STATE[offer.state].isChangeable
  return (
    <div className="flex flex-wrap gap-3">
      {isOpen && (
        <Button
          icon={offer.sentAt ? Undo2 : Trash2}
          variant="ghost"
          onClick={() => open(<EndDialog offer={offer} tools={tools} />)}
        >
          {offer.sentAt ? 'Withdraw' : 'Delete'}
        </Button>
      )}
      {!offer.isErased && (
        <Button icon={Copy} variant="secondary" busy={repeat.isBusy} onClick={repeat.run}>
          Duplicate
        </Button>
      )}
    </div>
  )
}

/** Withdraws an offer, or deletes one that was never sent. */
function EndDialog({ offer, tools }: { offer: Offer; tools: Dialogs }) {
  const name = nameOffer(offer.id)
  const path = `/api/admin/offers/${offer.id}`
  async function end(): Promise<void> {
    if (offer.sentAt) await callAdminApi(`${path}/withdraw`, { method: 'POST' })
    else await callAdminApi(path, { method: 'DELETE' })
    showToast(offer.sentAt ? `${name} is withdrawn` : `${name} is deleted`)
    tools.close()
    if (offer.sentAt) tools.finish()
    else closeOffer()
  }
  return (
    <ConfirmDialog
      title={`${offer.sentAt ? 'Withdraw' : 'Delete'} ${name}?`}
      cancel="Keep it"
      confirm={offer.sentAt ? 'Withdraw Offer' : 'Delete Draft'}
      onCancel={tools.close}
      onConfirm={end}
      explain={explainFailure}
    >
      {offer.sentAt
        ? 'Nobody can accept it any more. You can duplicate it later.'
        : 'It was never sent. This cannot be undone.'}
    </ConfirmDialog>
  )
}
