import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { labelBuyerField } from '#api/rules/addresses.ts'
import { type BuyerFieldName, getBuyerField } from '#api/rules/buyer-fields.ts'
import { PASSWORD_HINT } from '#api/rules/password-rules.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { BuyerField } from '#site/kit/ui/field/buyer-field.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { NewPasswordField } from '#site/kit/ui/field/new-password-field.tsx'
import { type BuyerFormControl, findFieldErrors } from './use-buyer-form.ts'

export type BuyerFormField = BuyerFieldName | 'password' | 'reference'
export type BuyerFieldsControl = Pick<BuyerFormControl, 'errors' | 'change'>

/** Two of these share a line, on a phone too. */
const SHORT: readonly string[] = ['firstName', 'lastName', 'state', 'zipCode']

const PASSWORD_RULE = `${PASSWORD_HINT} You’ll use it to sign in.`
const PASSWORD_AGAIN = 'We don’t keep passwords. Please enter it again.'

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
  // Storage keeps all but the password, so a buyer who comes back must type it again.
  const [isBack] = useState(
    () => draft.password === '' && Object.keys(findFieldErrors(draft, fields)).join() === 'password',
  )
  return (
    <fieldset disabled={isLocked} className="min-w-0">
      <legend className={hasVisibleLegend ? 'pb-4 text-sm font-semibold text-ink' : 'sr-only'}>
        {legend}
      </legend>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
        {fields.map((field) => {
          const shared = { value: draft[field], error: control.errors[field] }
          if (field === 'password') {
            return (
              <NewPasswordField
                key={field}
                {...shared}
                name={field}
                label="Password"
                required
                rule={isBack ? PASSWORD_AGAIN : PASSWORD_RULE}
                className="col-span-2"
                onChange={(event) => control.change(field, event.target.value)}
              />
            )
          }
          if (field === 'reference') return <ReferenceField key={field} {...shared} change={control.change} />
          const { required, isWide, hint } = getBuyerField(field)
          const label = labelBuyerField(field, draft.country)
          return (
            <BuyerField
              key={field}
              {...shared}
              field={field}
              country={draft.country}
              label={required ? label : `${label} (optional)`}
              required={Boolean(required)}
              hint={hint}
              className={SHORT.includes(field) ? '' : isWide ? 'col-span-2' : 'max-sm:col-span-2'}
              onChange={(text) => control.change(field, text)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

function ReferenceField({
  change,
  ...field
}: { value: string; error: ReactNode } & Pick<BuyerFieldsControl, 'change'>) {
  return (
    <TextField
      {...field}
      name="reference"
      label="Your reference (optional)"
      hint="Such as a purchase order number, for your invoice."
      autoComplete="off"
      inputMode="text"
      className="col-span-2"
      onChange={(event) => change('reference', event.target.value)}
    />
  )
}
