import { RIGHT_LABELS, type Right, type Rights } from '../../../../api/rules/rights.ts'
import { CheckField } from '../../../ui/field/check-field.tsx'

const HINTS = {
  isAdmin: 'May do everything in this area.',
  isAccountant: 'Reads orders, invoices and refunds at /accounts, and changes nothing.',
}

/** A box to tick for each right. */
export function RightFields({
  rights,
  staffHint,
  onChange,
}: {
  rights: Rights
  staffHint: string
  onChange: (change: Partial<Rights>) => void
}) {
  const hints: Record<Right, string> = { isStaff: staffHint, ...HINTS }
  return (Object.keys(hints) as Right[]).map((right) => (
    <CheckField
      key={right}
      name={right}
      label={RIGHT_LABELS[right]}
      hint={hints[right]}
      checked={rights[right]}
      onChange={(isSet) => onChange({ [right]: isSet })}
    />
  ))
}
