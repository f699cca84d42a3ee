import type { ReactNode } from 'react'
import { type BuyerFieldName, getBuyerField } from '../../api/contract/buyer-fields.ts'
import { CountryField } from './country-field.tsx'
import { TextAreaField, TextField } from './field.tsx'

interface BuyerFieldProps {
  field: BuyerFieldName
  label: string
  hint?: string | undefined
  value: string
  error: ReactNode
  required: boolean | undefined
  className: string
  /** Takes several lines, each a line of the address on the invoice. */
  hasLines?: boolean
  onChange: (text: string) => void
}

/** An input for one of the buyer's fields. */
export function BuyerField({ field, hasLines = false, onChange, ...props }: BuyerFieldProps) {
  const { type, ...input } = getBuyerField(field).input
  const shared = { ...props, name: field }
  if (field === 'country') {
    return <CountryField {...shared} autoComplete={input.autoComplete} onChoose={onChange} />
  }
  const typed = {
    ...input,
    ...shared,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return hasLines ? <TextAreaField {...typed} rows={2} /> : <TextField {...typed} type={type} />
}
