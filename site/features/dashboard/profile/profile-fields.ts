import type { User } from '../../../../api/contract/auth.ts'
import {
  BUYER_FIELD_NAMES,
  type BuyerFieldName,
  getBuyerField,
  listBuyerFields,
} from '../../../../api/rules/buyer-fields.ts'
import { nameCountry } from '../../../../api/rules/countries.ts'
import { omitPlaceholders } from '../../../../api/rules/placeholders.ts'

/** The profile to send: the saved fields, overwritten by the typed ones. */
export function mergeProfile(user: User, typed: Record<string, string>): Record<BuyerFieldName, string> {
  const known = omitPlaceholders(user)
  const fields = BUYER_FIELD_NAMES.map((field) => [field, typed[field] ?? known[field] ?? ''])
  return Object.fromEntries(fields) as Record<BuyerFieldName, string>
}

/** If so, the API requires the current password. */
export function changesEmail(user: User, email: string): boolean {
  return email.trim().toLowerCase() !== user.email.toLowerCase()
}

/** The profile to show, with the name and the address in one piece each. */
export function describeProfile(user: User): { label: string; text: string; isWide?: boolean }[] {
  const known = omitPlaceholders(user)
  const region = `${known.state} ${known.zipCode}`.trim()
  const street = known.address.split(/\s*\n\s*/)
  const others = [...listBuyerFields('person'), ...listBuyerFields('company')].filter(
    (name) => name !== 'firstName' && name !== 'lastName',
  )
  return [
    { label: 'Name', text: `${user.firstName} ${user.lastName}` },
    ...others.map((name) => ({ label: getBuyerField(name).label, text: known[name] ?? '' })),
    {
      label: 'Address',
      text: [...street, known.city, region, nameCountry(known.country)].filter(Boolean).join(', '),
      isWide: true,
    },
  ]
}

/** Needed for an invoice, besides name and e-mail. The company is not, because private persons have none. */
const INVOICE_FIELDS = ['address', 'city', 'country', 'zipCode'] as const

/** @returns the missing fields, as words for a sentence */
export function listMissing(user: User): string[] {
  const known = omitPlaceholders(user)
  return INVOICE_FIELDS.filter((field) => known[field].trim() === '').map((field) =>
    // 'ZIP/PIN code' keeps its capitals.
    field === 'zipCode' ? getBuyerField(field).label : getBuyerField(field).label.toLowerCase(),
  )
}
