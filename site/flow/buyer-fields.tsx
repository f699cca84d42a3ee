import { useStore } from '@nanostores/react'
import type { ComponentProps } from 'react'
import { countries } from '../content/data/countries.ts'
import { $buyerDraft, type BuyerField } from '../stores/buyer-draft.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import type { BuyerFormControl } from './use-buyer-form.ts'

type Input = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'maxLength'
>

interface FieldLook extends Input {
  label: string
  hint?: string
  isOptional?: boolean
  isWide?: boolean
}

const LOOKS: Record<Exclude<BuyerField, 'couponCode'>, FieldLook> = {
  firstName: { label: 'First name', autoComplete: 'given-name', inputMode: 'text' },
  lastName: { label: 'Last name', autoComplete: 'family-name', inputMode: 'text' },
  email: { label: 'Email', type: 'email', autoComplete: 'email', inputMode: 'email', autoCapitalize: 'none' },
  phone: { label: 'Phone', type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  password: {
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    inputMode: 'text',
    isWide: true,
    hint: 'At least 6 characters. You sign in to your dashboard with it.',
  },
  company: { label: 'Company', autoComplete: 'organization', inputMode: 'text' },
  jobTitle: { label: 'Job title', autoComplete: 'organization-title', inputMode: 'text' },
  taxId: {
    label: 'Tax ID (optional)',
    autoComplete: 'off',
    inputMode: 'text',
    isOptional: true,
    isWide: true,
    hint: 'GSTIN, VAT or EIN, for your invoice.',
  },
  address: { label: 'Address', autoComplete: 'street-address', inputMode: 'text', isWide: true },
  city: { label: 'City', autoComplete: 'address-level2', inputMode: 'text' },
  state: { label: 'State', autoComplete: 'address-level1', inputMode: 'text' },
  country: { label: 'Country', autoComplete: 'country' },
  zipCode: {
    label: 'ZIP/PIN code',
    autoComplete: 'postal-code',
    inputMode: 'text',
    autoCapitalize: 'characters',
  },
}

/** No option has an empty value (docs/product.md, Admin area). */
const UNCHOSEN = 'unchosen'

export type BuyerFormField = keyof typeof LOOKS

/** A group of the buyer's fields under a heading. */
export function BuyerFields({
  legend,
  hasVisibleLegend = true,
  fields,
  control,
  isLocked,
}: {
  legend: string
  hasVisibleLegend?: boolean
  fields: readonly BuyerFormField[]
  control: BuyerFormControl
  isLocked: boolean
}) {
  const draft = useStore($buyerDraft, { ssr: 'initial' })
  return (
    <fieldset disabled={isLocked} className="min-w-0">
      <legend className={hasVisibleLegend ? 'pb-4 text-sm font-semibold text-ink' : 'sr-only'}>
        {legend}
      </legend>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        {fields.map((field) => {
          const { isOptional = false, isWide = false, ...look } = LOOKS[field]
          const shared = {
            name: field,
            value: draft[field],
            required: !isOptional,
            error: control.errors[field],
            className: isWide ? 'sm:col-span-2' : '',
          }
          return field === 'country' ? (
            <SelectField
              key={field}
              {...shared}
              value={draft[field] || UNCHOSEN}
              label={look.label}
              autoComplete={look.autoComplete}
              onChange={(event) => control.change(field, event.target.value)}
            >
              <option value={UNCHOSEN} disabled hidden>
                Select a country
              </option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : (
            <TextField
              key={field}
              {...shared}
              {...look}
              onChange={(event) => control.change(field, event.target.value)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
