/** One offer: its content, the customer's questions and decision, and the actions an admin has now. */
import { Copy, PencilLine, Send, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Offer } from '#api/contract/sales/offers.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { nameOffer, OFFER_STATE } from '#api/rules/offers.ts'
import { Email, MomentCell } from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { formatDate } from '#site/kit/format/date.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { StateBadge, StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { copyOffer } from './offer-draft.ts'
import { explainFailure, SendDialog, saveOffer } from './send-offer.tsx'

export function OfferView({ offer, tools }: { offer: Offer; tools: Dialogs }) {
  const { id, state, version, currency, order, fromOrder, asked, reason } = offer
  return (
    <Dialog
      title={offer.isErased ? nameOffer(id) : offer.title}
      description={`${nameOffer(id)}${version > 1 ? `, version ${version}` : ''}`}
      onClose={tools.close}
      footer={<OfferActions offer={offer} tools={tools} />}
    >
      <div className="flex flex-col gap-6 text-sm">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
          <Fact label="State">
            <StateBadge look={OFFER_STATE[state]} />
          </Fact>
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
        {offer.lines.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {offer.lines.map(({ text, amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are only shown
              <li key={index} className="flex items-baseline justify-between gap-4 py-2.5">
                <span className="min-w-0 whitespace-pre-line text-ink [overflow-wrap:anywhere]">{text}</span>
                <span className="shrink-0 tabular-nums">{formatAmount(amount, currency)}</span>
              </li>
            ))}
            <li className="flex items-baseline justify-between gap-4 py-2.5 font-semibold text-ink">
              Total <span className="tabular-nums">{formatAmount(offer.total, currency)}</span>
            </li>
          </ul>
        )}
        {reason && <Words title="Why it was declined">{reason}</Words>}
        {asked.map(({ text, at }) => (
          <Words key={at} title={`Asked on ${formatDate(at)}`}>
            {text}
          </Words>
        ))}
      </div>
    </Dialog>
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
  const repeat = useAction(async () => {
    open(<SendDialog offer={await saveOffer(copyOffer(offer))} tools={tools} />)
  }, explainFailure)
  const isOpen = OFFER_STATE[offer.state].isChangeable
  const mayEdit = isOpen && !offer.isErased
  const ask = <EndDialog offer={offer} tools={tools} />
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {isOpen && (
        <Button
          icon={offer.sentAt ? Undo2 : Trash2}
          variant="ghost"
          className="sm:mr-auto"
          onClick={() => open(ask)}
        >
          {offer.sentAt ? 'Withdraw' : 'Delete'}
        </Button>
      )}
      {!offer.isErased && (
        <Button icon={Copy} variant="secondary" busy={repeat.isBusy} onClick={repeat.run}>
          Duplicate
        </Button>
      )}
      {mayEdit && (
        <>
          <Button
            icon={PencilLine}
            variant="secondary"
            onClick={() => open(<OfferDialog offer={offer} tools={tools} />)}
          >
            Edit
          </Button>
          <Button
            icon={Send}
            className="max-sm:w-full"
            onClick={() => open(<SendDialog offer={offer} tools={tools} />)}
          >
            {OFFER_STATE[offer.state].isOpen ? 'Resend or copy link' : 'Send'}
          </Button>
        </>
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
    tools.finish()
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
