/** Sends an offer by mail, or shows its link so that the admin can send it in another way. */
import { Mail } from 'lucide-react'
import type { Offer, OfferBody, SentOffer } from '#api/contract/sales/offers.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { nameOffer, OFFER_STATE } from '#api/rules/offers.ts'
import { SecretDialog } from '#site/areas/admin/list/settings-list.tsx'
import { readFieldErrors } from '#site/kit/client/refusals.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { callAdminApi, saveRecord } from '#site/kit/stores/admin.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import type { OfferErrors } from './offer-draft.ts'

export const saveOffer = (body: OfferBody, id?: number) => saveRecord<Offer>('/api/admin/offers', id, body)

/** Sends the offer, then opens the dialog with its link. */
export async function sendOffer(
  { id, version, sha256 }: Offer,
  byMail: boolean,
  { open, close, finish }: Dialogs,
): Promise<void> {
  const body = { byMail, version, sha256 }
  const path = `/api/admin/offers/${id}/send`
  const { offer, link } = await callAdminApi<SentOffer>(path, { method: 'POST', body })
  // At once, so that the page behind the link says that it is sent.
  finish()
  open(
    <SecretDialog
      title={byMail ? `${nameOffer(id)} sent` : `Link to ${nameOffer(id)}`}
      description={
        byMail
          ? `We are emailing ${offer.email}. You can also share this link.`
          : 'No email was sent. Send the link yourself.'
      }
      secret={link}
      note="Anyone with this link can accept and pay the offer."
      done="Done"
      onClose={close}
    />,
  )
}

export const explainFailure = explainBy('That didn’t work', 'Please try again.')

/** @returns the errors by field. If no field is to blame, shows a toast instead. */
export function explainRefusal(error: unknown): OfferErrors {
  const errors: OfferErrors = readFieldErrors(error)
  if (Object.keys(errors).length === 0) explainFailure(error)
  return errors
}

/** Asks how to send a saved offer to its customer. Closing the dialog leaves the offer unsent. */
export function SendDialog({ offer, tools }: { offer: Offer; tools: Dialogs }) {
  const { run, isBusy } = useAction((byMail: boolean) => sendOffer(offer, byMail, tools), explainFailure)
  const { version, firstName, lastName, email } = offer
  return (
    <Dialog
      size="md"
      title={`Send ${nameOffer(offer.id)}`}
      description={offer.title}
      onClose={() => !isBusy && tools.finish()}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={isBusy} className="max-sm:flex-1" onClick={() => run(false)}>
            Copy link instead
          </Button>
          <Button icon={Mail} busy={isBusy} className="max-sm:flex-1" onClick={() => run(true)}>
            Send by email
          </Button>
        </div>
      }
    >
      <dl className="flex flex-col gap-3 text-sm">
        <Fact label="To">
          {firstName} {lastName}
          <span className="block text-ink-quiet [overflow-wrap:anywhere]">{email}</span>
        </Fact>
        <Fact label="Price" valueClassName="tabular-nums">
          {formatAmount(offer.total, offer.currency)}
        </Fact>
        <Fact label="Valid until">{formatDate(offer.validUntil)}</Fact>
      </dl>
      {version > 1 && OFFER_STATE[offer.state].isDraft && (
        <p className="mt-4 text-sm text-ink-quiet">
          This is version {version}. Older links say that there is a newer version.
        </p>
      )}
    </Dialog>
  )
}
