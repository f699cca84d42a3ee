/** The editor of an offer. Saving does not send it: that is a separate step. */

import { calendar, currencies } from 'virtual:content'
import { useState } from 'react'
import type { User } from '#api/contract/people/auth.ts'
import type { Offer } from '#api/contract/sales/offers.ts'
import { nameOffer, OFFER_STATE, sumLines } from '#api/rules/offers.ts'
import { PlanFields } from '#site/areas/admin/money/plan-fields.tsx'
import { type Option, SearchSelect } from '#site/areas/admin/staff/search-select.tsx'
import { bindText, EditDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'
import { type OfferDraft, type OfferEditing, type OfferErrors, toBody, toDraft } from './offer-draft.ts'
import { OfferLines, OfferQuestions } from './offer-rows.tsx'
import { explainRefusal, SendDialog, saveOffer } from './send-offer.tsx'

export function OfferDialog({ offer, tools }: { offer?: Offer; tools: Dialogs }) {
  const isOut = offer !== undefined && offer.sentAt !== null && !OFFER_STATE[offer.state].isDraft
  return (
    <EditDialog<OfferDraft, OfferErrors>
      draftKey={`offer-${offer?.id ?? 'new'}`}
      initial={toDraft(offer)}
      size="xl"
      title={offer ? `Edit ${nameOffer(offer.id)}` : 'New offer'}
      description={
        isOut
          ? `This offer was already sent. Your changes become version ${offer.version + 1}.`
          : 'Nobody sees the draft until you send it.'
      }
      legend="Offer"
      submitLabel={isOut ? `Save Version ${offer.version + 1}` : 'Save'}
      onClose={tools.close}
      save={async (draft) => {
        const saved = await saveOffer(toBody(draft), offer?.id)
        tools.open(<SendDialog offer={saved} tools={tools} />)
      }}
      explain={explainRefusal}
    >
      {(editing) => <OfferFields editing={editing} />}
    </EditDialog>
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
          label="Delivered within (business days)"
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
          hint={`Until the end of that day (${calendar.timeZone}).`}
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
