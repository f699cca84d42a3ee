/** A payment link is the shortest offer: who pays, what for, how much. */

import { currencies } from 'virtual:content'
import { Link2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { Offer } from '#api/contract/sales/offers.ts'
import { bindText } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { FormDialog } from '#site/kit/ui/dialog/form-dialog.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { type Dialogs, useDialog } from '#site/kit/ui/use-dialog.ts'
import { type OfferEditing, type OfferErrors, toBody, toDraft, VALID_DAYS } from './offer-draft.ts'
import { CurrencyField, PersonFields } from './offer-form.tsx'
import { explainFailure, explainRefusal, SendDialog, saveOffer, sendOffer } from './send-offer.tsx'

export type LinkStart = Partial<
  Pick<Offer, 'firstName' | 'lastName' | 'email' | 'title' | 'currency' | 'fromOrder'>
>

interface PaymentLinkProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'className'> {
  start?: LinkStart
  onDone?: () => void
}

export function PaymentLinkButton({ start, onDone, ...look }: PaymentLinkProps) {
  const [dialog, tools] = useDialog(onDone)
  return (
    <>
      <Button
        icon={Link2}
        variant="secondary"
        {...look}
        onClick={() => tools.open(<PaymentLinkDialog start={start} tools={tools} />)}
      >
        {start ? 'New payment link' : 'Payment link'}
      </Button>
      {dialog}
    </>
  )
}

function PaymentLinkDialog({ start, tools }: { start: LinkStart | undefined; tools: Dialogs }) {
  const [draft, setDraft] = useState(() => toDraft(start))
  const order = start?.fromOrder

  async function make(byMail: boolean): Promise<void> {
    const { title: text, lines } = draft
    const amount = lines[0]?.amount ?? ''
    const offer = await saveOffer(toBody({ ...draft, lines: [{ key: 0, text, amount }] }))
    // The offer is stored by now, so a failure from here on must not create another one.
    await sendOffer(offer, byMail, tools).catch((error: unknown) => {
      explainFailure(error)
      tools.open(<SendDialog offer={offer} tools={tools} />)
    })
  }

  return (
    <FormDialog<OfferErrors>
      title="Payment link"
      description={order ? `For extra work on ${order.invoiceNumber}.` : undefined}
      legend="Payment link"
      submitLabel="Send by email"
      busyLabel="Sending..."
      onClose={tools.close}
      save={() => make(true)}
      explain={explainRefusal}
      second={{
        label: 'Get link',
        busyLabel: 'Creating...',
        act: () => make(false),
        explain: explainRefusal,
      }}
    >
      {(errors) => {
        const editing: OfferEditing = {
          draft,
          errors,
          setDraft,
          change: (changes) => setDraft({ ...draft, ...changes }),
        }
        return <LinkFields editing={editing} />
      }}
    </FormDialog>
  )
}

function LinkFields({ editing }: { editing: OfferEditing }) {
  const { draft, errors, change } = editing
  const hasChoice = currencies.offered.length > 0
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <PersonFields editing={editing} />
      <TextField
        {...bindText(editing, 'title')}
        label="Title"
        required
        maxLength={120}
        hint="Shown on the payment page, in the email and on the invoice."
        className="sm:col-span-2"
      />
      <TextField
        name="lines.0.amount"
        label={hasChoice ? 'Amount' : `Amount (${draft.currency})`}
        required
        inputMode="decimal"
        autoComplete="off"
        value={draft.lines[0]?.amount ?? ''}
        error={errors['lines.0.amount'] ?? errors.lines}
        onChange={({ target }) => change({ lines: [{ key: 0, text: '', amount: target.value }] })}
        className="[&_input]:tabular-nums"
      />
      {hasChoice && <CurrencyField editing={editing} />}
      <TextField
        {...bindText(editing, 'deliveryDays')}
        label="Delivery in business days"
        required
        inputMode="numeric"
        hint={`Counted from the payment. The link works for ${VALID_DAYS} days.`}
        className="[&_input]:tabular-nums"
      />
    </div>
  )
}
