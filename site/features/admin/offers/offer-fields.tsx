/** Fields that the editor of an offer and a payment link share: for whom it is, and in which currency. */
import { currencies } from 'virtual:content'
import { useState } from 'react'
import type { User } from '../../../../api/contract/auth.ts'
import { bindText, type Editing } from '../../../ui/dialog/edit-dialog.tsx'
import { SelectField, TextField } from '../../../ui/field/field.tsx'
import { type Option, SearchSelect } from '../staff/search-select.tsx'
import type { OfferDraft, OfferErrors } from './offer-draft.ts'

export type OfferEditing = Editing<OfferDraft, OfferErrors>

type Person = Option & { person: Pick<User, 'firstName' | 'lastName' | 'email'> }

function toPerson({ id, firstName, lastName, email }: User): Person {
  return { id, label: `${firstName} ${lastName}`, detail: email, person: { firstName, lastName, email } }
}

/** A customer who is known, or the name and address of somebody new. */
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
            label="A customer (optional)"
            placeholder="Search by name or email"
            path="/api/admin/users?sort=-createdAt&limit=20"
            toOption={toPerson}
            chosen={chosen}
            error={undefined}
            hint="Fills in the fields below. For somebody new, type them."
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
