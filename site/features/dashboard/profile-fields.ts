import type { User } from '../../../api/contract/auth.ts'
import { BUYER_FIELD_NAMES, getBuyerField, listBuyerFields } from '../../../api/contract/buyer-fields.ts'
import type { ProfileBody } from '../../../api/contract/profile.ts'

export type ProfileField = Exclude<keyof ProfileBody, 'currentPassword'>

/** The country stays as it was given when buying. */
export const PROFILE_FIELDS = BUYER_FIELD_NAMES.filter((name) => name !== 'country')

/** The profile as it is sent: what is stored, with what was typed over it. */
export function mergeProfile(user: User, typed: Record<string, string>): Record<ProfileField, string> {
  const fields = PROFILE_FIELDS.map((field) => [field, typed[field] ?? user[field] ?? ''])
  return Object.fromEntries(fields) as Record<ProfileField, string>
}

/** Whether the API will require the current password. */
export function changesEmail(user: User, email: string): boolean {
  return email.trim().toLowerCase() !== user.email.toLowerCase()
}

/** The profile as it is shown: a name and an address in one piece each. */
export function describeProfile(user: User): { label: string; text: string; isWide?: boolean }[] {
  const region = `${user.state} ${user.zipCode}`.trim()
  const street = user.address.split(/\s*\n\s*/)
  const asGiven = [...listBuyerFields('person'), ...listBuyerFields('company')].filter(
    (name) => !isName(name),
  )
  return [
    { label: 'Name', text: `${user.firstName} ${user.lastName}` },
    ...asGiven.map((name) => ({ label: getBuyerField(name).label, text: user[name] ?? '' })),
    { label: 'Address', text: [...street, user.city, region].filter(Boolean).join(', '), isWide: true },
  ]
}

const isName = (field: string) => field === 'firstName' || field === 'lastName'
