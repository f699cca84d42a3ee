import type { ComponentProps } from 'react'
import { countries, isCountry } from '../../../api/rules/countries.ts'
import { SelectField } from './field.tsx'

/** No option has an empty value (docs/product/back-office.md, Admin area). */
const UNCHOSEN = 'unchosen'

interface Props extends Omit<ComponentProps<typeof SelectField>, 'children' | 'onChange' | 'value'> {
  /** A country's code. Anything else shows as not chosen. */
  value: string
  /** The label of an option for no country. Without it, a chosen country can only be replaced. */
  noneLabel?: string
  onChoose: (code: string) => void
}

export function CountryField({ value, noneLabel, onChoose, ...rest }: Props) {
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
