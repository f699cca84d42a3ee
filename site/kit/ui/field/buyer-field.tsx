import { type ComponentProps, type ReactNode, useId } from 'react'
import { type BuyerFieldName, getBuyerField } from '#api/rules/buyer-fields.ts'
import { countries, isCountry } from '#api/rules/countries.ts'
import { INDIAN_STATES } from '#api/rules/money/indian-states.ts'
import { SelectField, TextAreaField, TextField } from './field.tsx'
import { UNCHOSEN } from './options.ts'

interface BuyerFieldProps {
  field: BuyerFieldName
  /** The address's country. For India the field proposes states. */
  country: string
  label: string
  hint?: string | undefined
  value: string
  error: ReactNode
  required: boolean | undefined
  className: string
  /** The address as a text of several lines, each of them a line of the invoice. */
  hasLines?: boolean
  /** `off` if the data is not about the person who types. */
  autoComplete?: 'off'
  /** The option that chooses no country. Without it a country stays chosen. */
  noneLabel?: string
  onChange: (text: string) => void
}

/** The field of a form for one detail of a buyer. The country is chosen from a list. */
export function BuyerField({
  field,
  country,
  hasLines = false,
  noneLabel,
  onChange,
  ...props
}: BuyerFieldProps) {
  const { type, ...input } = getBuyerField(field).input
  const listId = useId()
  const shared = { autoComplete: input.autoComplete, ...props, name: field }
  if (field === 'country') {
    return <CountryField {...shared} {...(noneLabel && { noneLabel })} onChoose={onChange} />
  }
  const typed = {
    ...input,
    ...shared,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (field === 'state') {
    // The same input for all countries, because autofill may choose the country and fill in the state in one step.
    return (
      <>
        <TextField {...typed} type={type} list={listId} />
        <datalist id={listId}>
          {country === 'IN' && INDIAN_STATES.map(({ name }) => <option key={name} value={name} />)}
        </datalist>
      </>
    )
  }
  return hasLines ? <TextAreaField {...typed} rows={2} /> : <TextField {...typed} type={type} />
}

interface Props extends Omit<ComponentProps<typeof SelectField>, 'children' | 'onChange' | 'value'> {
  /** A country's code. Anything else shows as not chosen. */
  value: string
  /** The label of an option for no country. Without it, a chosen country can only be replaced. */
  noneLabel?: string
  onChoose: (code: string) => void
}

function CountryField({ value, noneLabel, onChoose, ...rest }: Props) {
  return (
    <SelectField
      {...rest}
      value={isCountry(value) ? value : UNCHOSEN}
      onChange={({ target }) => onChoose(target.value === UNCHOSEN ? '' : target.value)}
    >
      <option value={UNCHOSEN} disabled={!noneLabel} hidden={!noneLabel}>
        {noneLabel ?? 'Select a country'}
      </option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
