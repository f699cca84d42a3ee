import type { User } from '../../../api/contract/auth.ts'
import { nameCountry } from '../../../api/rules/countries.ts'
import { omitPlaceholders } from '../../../api/rules/placeholders.ts'
import { BuyerFields, type BuyerFieldsControl } from '../../buying/buyer-fields.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Fact } from '../../ui/primitives/fact.tsx'

const REFERENCE = ['reference'] as const

/** The data of the signed-in customer, and the field that belongs to the order alone. */
export function BillingDetails({
  user,
  control,
  isLocked,
}: {
  user: User
  control: BuyerFieldsControl
  isLocked: boolean
}) {
  const { company, address, city, state, zipCode, country } = omitPlaceholders(user)
  const details = [
    { label: 'Name', text: `${user.firstName} ${user.lastName}` },
    { label: 'Email', text: user.email },
    { label: 'Phone', text: user.phone },
    { label: 'Company', text: company },
    {
      label: 'Address',
      text: [address, city, state, zipCode, nameCountry(country)]
        .map((part) => part.trim())
        .filter(Boolean)
        .join(', '),
    },
    { label: 'Tax ID', text: user.taxId },
  ]
  return (
    <Card
      title="Billing Details"
      actions={
        <a
          href="/dashboard"
          className="-my-2 inline-flex min-h-target items-center rounded px-2 text-sm font-medium text-accent-strong hover:text-accent-hover focus-visible:outline focus-visible:outline-2 focus-visible:outline-accent"
        >
          Change in your profile
        </a>
      }
    >
      <dl className="grid gap-x-6 gap-y-5 px-5 py-5 text-sm sm:grid-cols-2 sm:px-6">
        {details.map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text || <span className="text-ink-quiet">Not given</span>}
          </Fact>
        ))}
      </dl>
      <div className="border-t border-line px-5 py-5 sm:px-6">
        <BuyerFields
          legend="Your reference"
          hasVisibleLegend={false}
          fields={REFERENCE}
          control={control}
          isLocked={isLocked}
        />
      </div>
    </Card>
  )
}
