import { useStore } from '@nanostores/react'
import { labelBuyerField } from '../../api/contract/address-labels.ts'
import { type BuyerFieldName, getBuyerField } from '../../api/contract/buyer-fields.ts'
import { PASSWORD_HINT } from '../../api/contract/password-rules.ts'
import { $buyerDraft } from '../stores/buyer-draft.ts'
import { CountryField } from '../ui/country-field.tsx'
import { TextField } from '../ui/field.tsx'
import { PasswordHint } from '../ui/password-hint.tsx'
import type { BuyerFormControl } from './use-buyer-form.ts'

export type BuyerFormField = BuyerFieldName | 'password'
export type BuyerFieldsControl = Pick<BuyerFormControl, 'errors' | 'change'>

const PASSWORD = {
  label: 'Password',
  required: true,
  isWide: true,
  hint: `${PASSWORD_HINT} You sign in to your dashboard with it.`,
  input: { type: 'password', autoComplete: 'new-password', inputMode: 'text' as const },
}

function describeField(field: BuyerFormField, country: string) {
  if (field === 'password') return PASSWORD
  const { required, ...look } = getBuyerField(field)
  const label = labelBuyerField(field, country)
  return { ...look, required: Boolean(required), label: required ? label : `${label} (optional)` }
}

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
  control: BuyerFieldsControl
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
          const { label, required, isWide, hint, input } = describeField(field, draft.country)
          const shared = {
            name: field,
            value: draft[field],
            required,
            error: control.errors[field],
            className: isWide ? 'sm:col-span-2' : '',
          }
          return field === 'country' ? (
            <CountryField
              key={field}
              {...shared}
              label={label}
              autoComplete={input.autoComplete}
              onChoose={(code) => control.change(field, code)}
            />
          ) : (
            <TextField
              key={field}
              {...shared}
              {...input}
              label={label}
              hint={
                field === 'password' ? <PasswordHint rule={PASSWORD.hint} password={draft.password} /> : hint
              }
              onChange={(event) => control.change(field, event.target.value)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
