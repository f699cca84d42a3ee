/** The form of an offer beside its paper, which shows what is typed. Saving does not send it: that is a separate step. */

import { calendar, currencies } from 'virtual:content'
import { Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import type { Offer } from '#api/contract/sales/offers.ts'
import { OFFER_STATE, sumLines } from '#api/rules/offers.ts'
import { PlanFields } from '#site/areas/admin/money/plan-fields.tsx'
import { type Option, SearchSelect } from '#site/areas/admin/staff/search-select.tsx'
import { showToast } from '#site/kit/stores/toast.ts'
import { useAction } from '#site/kit/stores/use-action.ts'
import { useStored } from '#site/kit/stores/use-stored.ts'
import { bindText, RestoredNotice } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { FoundErrors } from '#site/kit/ui/field/fresh-error.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { OfferDocument } from '#site/shop/checkout/offer-document.tsx'
import {
  type OfferDraft,
  type OfferEditing,
  type OfferErrors,
  toBody,
  toDraft,
  toPaper,
} from './offer-draft.ts'
import { OfferLines, OfferQuestions } from './offer-rows.tsx'
import { explainRefusal, saveOffer } from './send-offer.tsx'

interface OfferFormProps {
  /** Undefined: a new one. */
  offer?: Offer
  onSaved: (offer: Offer) => void
  onSend?: () => void
}

/** What is typed stays in the tab until it is saved, also when the page is left. */
export function OfferForm({ offer, onSaved, onSend }: OfferFormProps) {
  const [saved] = useState(() => toDraft(offer))
  const [draft, setStored] = useStored(`offer-${offer?.id ?? 'new'}`, saved)
  const isSaved = (one: OfferDraft) => JSON.stringify(one) === JSON.stringify(saved)
  const isChanged = !isSaved(draft)
  const setDraft = (next: OfferDraft) => setStored(isSaved(next) ? undefined : next)
  const [isRestored] = useState(isChanged)
  const [errors, setErrors] = useState<OfferErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const { run, isBusy } = useAction(
    async () => {
      const stored = await saveOffer(toBody(draft), offer?.id)
      setStored(undefined)
      showToast('Offer Saved', stored.title)
      onSaved(stored)
    },
    (error) => setErrors(explainRefusal(error)),
  )
  useEffect(() => {
    if (!isChanged) return
    const letBrowserAsk = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', letBrowserAsk)
    return () => removeEventListener('beforeunload', letBrowserAsk)
  }, [isChanged])
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  const isOut = offer !== undefined && offer.sentAt !== null && !OFFER_STATE[offer.state].isDraft
  const editing: OfferEditing = {
    draft,
    errors,
    setDraft,
    change: (changes) => setDraft({ ...draft, ...changes }),
  }

  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Card>
        <FoundErrors value={errors}>
          <form
            ref={form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              run()
            }}
          >
            <fieldset disabled={isBusy} className="min-w-0 p-5 sm:p-6">
              <legend className="sr-only">Offer</legend>
              {isRestored && isChanged && <RestoredNotice onStartOver={() => setStored(undefined)} />}
              <OfferFields editing={editing} />
            </fieldset>
            <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-b-lg border-t border-line bg-ground-raised px-5 py-3 sm:px-6">
              <Button
                type="submit"
                variant={offer && !isChanged ? 'secondary' : 'primary'}
                disabled={offer && !isChanged}
                busy={isBusy}
                className="min-w-32 max-sm:flex-1"
              >
                {isBusy ? 'Saving...' : 'Save'}
              </Button>
              {offer && !isChanged && (
                <Button icon={Send} variant={isOut ? 'secondary' : 'primary'} onClick={onSend}>
                  {OFFER_STATE[offer.state].isOpen ? 'Resend' : 'Send'}
                </Button>
              )}
            </div>
          </form>
        </FoundErrors>
      </Card>
      <section aria-label="What your customer sees" className="min-w-0 xl:sticky xl:top-20">
        <OfferDocument offer={toPaper(draft, offer)} level={3} />
      </section>
    </div>
  )
}

function OfferFields({ editing }: { editing: OfferEditing }) {
  const { draft, errors, change } = editing
  return (
    <div className="flex flex-col gap-8">
      <Section title="Customer">
        <PersonFields editing={editing} />
      </Section>
      <Section title="Work and price">
        <TextField
          {...bindText(editing, 'title')}
          label="Title"
          required
          maxLength={120}
          hint="Also the name of the order."
          className={currencies.offered.length > 0 ? '' : 'sm:col-span-2'}
        />
        {currencies.offered.length > 0 && <CurrencyField editing={editing} />}
        <OfferLines editing={editing} />
        <PlanFields
          instalments={draft.paymentPlan}
          price={sumLines(draft.lines, draft.currency)}
          error={errors.paymentPlan}
          onChange={(paymentPlan) => change({ paymentPlan })}
        />
      </Section>
      <Section title="Delivery">
        <TextField
          {...bindText(editing, 'deliveryDays')}
          label="Delivery in business days"
          required
          inputMode="numeric"
          className="[&_input]:tabular-nums"
        />
        <TextField
          {...bindText(editing, 'includedChanges')}
          label="Changes included"
          inputMode="numeric"
          hint="Leave empty for no limit."
          className="[&_input]:tabular-nums"
        />
        <TextField
          {...bindText(editing, 'validUntil')}
          label="Valid until"
          type="date"
          required
          hint={`Valid through the end of this day (${calendar.timeZone}).`}
        />
      </Section>
      <Section title="Questions">
        <OfferQuestions editing={editing} />
      </Section>
      <Section title="Small print">
        <TextAreaField
          {...bindText(editing, 'terms')}
          label="Terms of this offer (optional)"
          rows={3}
          maxLength={10_000}
          hint="In addition to your terms of service."
        />
        <TextAreaField
          {...bindText(editing, 'bankDetails')}
          label="Bank details (optional)"
          rows={3}
          maxLength={1000}
          hint="For customers who pay by bank transfer. You record their payment yourself."
        />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold text-ink">{title}</h3>
      <div className="mt-3 grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
    </section>
  )
}

type Person = Option & { person: Pick<User, 'firstName' | 'lastName' | 'email'> }

function toPerson({ id, firstName, lastName, email }: User): Person {
  return { id, label: `${firstName} ${lastName}`, detail: email, person: { firstName, lastName, email } }
}

/** The customer: an existing one, or the name and e-mail of a new one. */
export function PersonFields({ editing }: { editing: OfferEditing }) {
  const [chosen, setChosen] = useState<Option>()
  const { draft, change } = editing
  const [isKnown] = useState(draft.email !== '')
  const text = (name: 'firstName' | 'lastName', label: string) => (
    <TextField {...bindText(editing, name)} label={label} required maxLength={100} />
  )
  return (
    <>
      {!isKnown && (
        <div className="sm:col-span-2">
          <SearchSelect<User>
            label="Existing customer (optional)"
            placeholder="Search by name or email"
            path="/api/admin/users?sort=-createdAt&limit=20"
            toOption={toPerson}
            chosen={chosen}
            error={undefined}
            hint="Fills in the fields below. For a new customer, fill them in yourself."
            onChoose={(option) => {
              setChosen(option)
              if (option) change((option as Person).person)
            }}
          />
        </div>
      )}
      {text('firstName', 'First name')}
      {text('lastName', 'Last name')}
      <TextField
        {...bindText(editing, 'email')}
        label="Email"
        type="email"
        required
        className="sm:col-span-2"
      />
    </>
  )
}

export function CurrencyField({ editing }: { editing: OfferEditing }) {
  return (
    <SelectField {...bindText(editing, 'currency')} label="Currency">
      {[currencies.default, ...currencies.offered.map(({ code }) => code)].map((code) => (
        <option key={code}>{code}</option>
      ))}
    </SelectField>
  )
}
