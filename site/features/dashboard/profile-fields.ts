import type { User } from '../../../api/contract/auth.ts'
import {
  BUYER_FIELD_NAMES,
  type BuyerFieldName,
  getBuyerField,
  listBuyerFields,
} from '../../../api/contract/buyer-fields.ts'
import { nameCountry } from '../../../api/contract/countries.ts'
import { omitPlaceholders } from '../../../api/contract/placeholders.ts'

/** The profile as it is sent: what is known of the customer, with what was typed over it. */
export function mergeProfile(user: User, typed: Record<string, string>): Record<BuyerFieldName, string> {
  const known = omitPlaceholders(user)
  const fields = BUYER_FIELD_NAMES.map((field) => [field, typed[field] ?? known[field] ?? ''])
  return Object.fromEntries(fields) as Record<BuyerFieldName, string>
}

/** Whether the API will require the current password. */
export function changesEmail(user: User, email: string): boolean {
  return email.trim().toLowerCase() !== user.email.toLowerCase()
}

/** The profile as it is shown: a name and an address in one piece each. */
export function describeProfile(user: User): { label: string; text: string; isWide?: boolean }[] {
  const known = omitPlaceholders(user)
  const region = `${known.state} ${known.zipCode}`.trim()
  const street = known.address.split(/\s*\n\s*/)
  const asGiven = [...listBuyerFields('person'), ...listBuyerFields('company')].filter(
    (name) => !isName(name),
  )
  return [
    { label: 'Name', text: `${user.firstName} ${user.lastName}` },
    ...asGiven.map((name) => ({ label: getBuyerField(name).label, text: known[name] ?? '' })),
    {
      label: 'Address',
      text: [...street, known.city, region, nameCountry(known.country)].filter(Boolean).join(', '),
      isWide: true,
    },
  ]
}

const isName = (field: string) => field === 'firstName' || field === 'lastName'

/** What an invoice needs of a buyer beside name and e-mail. A private person has no company. */
const INVOICE_FIELDS = ['address', 'city', 'country', 'zipCode'] as const

/** @returns what an invoice would lack, as words of a sentence */
export function listMissing(user: User): string[] {
  const known = omitPlaceholders(user)
  return INVOICE_FIELDS.filter((field) => known[field].trim() === '').map((field) =>
    // 'ZIP/PIN code' keeps its capitals.
    field === 'zipCode' ? getBuyerField(field).label : getBuyerField(field).label.toLowerCase(),
  )
}
