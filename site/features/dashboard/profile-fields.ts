import type { User } from '../../../api/contract/auth.ts'
import type { ProfileBody } from '../../../api/contract/profile.ts'

export type ProfileField = Exclude<keyof ProfileBody, 'currentPassword'>

interface ProfileLook {
  field: ProfileField
  label: string
  autoComplete: string
  inputMode: 'text' | 'email' | 'tel'
  type?: 'email' | 'tel'
  isRequired?: boolean
  isWide?: boolean
  /** As many lines as the customer wants, each one a line of the invoice. */
  hasLines?: boolean
}

export const PROFILE_FIELDS: readonly ProfileLook[] = [
  {
    field: 'firstName',
    label: 'First name',
    autoComplete: 'given-name',
    inputMode: 'text',
    isRequired: true,
  },
  { field: 'lastName', label: 'Last name', autoComplete: 'family-name', inputMode: 'text', isRequired: true },
  {
    field: 'email',
    label: 'Email',
    autoComplete: 'email',
    inputMode: 'email',
    type: 'email',
    isRequired: true,
  },
  { field: 'phone', label: 'Phone', autoComplete: 'tel', inputMode: 'tel', type: 'tel' },
  { field: 'company', label: 'Company', autoComplete: 'organization', inputMode: 'text' },
  { field: 'jobTitle', label: 'Job title', autoComplete: 'organization-title', inputMode: 'text' },
  {
    field: 'address',
    label: 'Address',
    autoComplete: 'street-address',
    inputMode: 'text',
    isWide: true,
    hasLines: true,
  },
  { field: 'city', label: 'City', autoComplete: 'address-level2', inputMode: 'text' },
  { field: 'state', label: 'State', autoComplete: 'address-level1', inputMode: 'text' },
  { field: 'zipCode', label: 'ZIP/PIN code', autoComplete: 'postal-code', inputMode: 'text' },
  { field: 'taxId', label: 'Tax ID', autoComplete: 'off', inputMode: 'text' },
]

/** The profile as it is sent: what is stored, with what was typed over it. */
export function mergeProfile(user: User, typed: Record<string, string>): Record<ProfileField, string> {
  const fields = PROFILE_FIELDS.map(({ field }) => [field, typed[field] ?? user[field] ?? ''])
  return Object.fromEntries(fields) as Record<ProfileField, string>
}

/** Only then the API asks for the current password. */
export function changesEmail(user: User, email: string): boolean {
  return email.trim().toLowerCase() !== user.email.toLowerCase()
}

/** The profile as it is shown: a name and an address in one piece each. */
export function describeProfile(user: User): { label: string; text: string; isWide?: boolean }[] {
  const region = `${user.state} ${user.zipCode}`.trim()
  const street = user.address.split(/\s*\n\s*/)
  return [
    { label: 'Name', text: `${user.firstName} ${user.lastName}` },
    { label: 'Email', text: user.email },
    { label: 'Phone', text: user.phone },
    { label: 'Company', text: user.company },
    { label: 'Job title', text: user.jobTitle },
    { label: 'Tax ID', text: user.taxId ?? '' },
    { label: 'Address', text: [...street, user.city, region].filter(Boolean).join(', '), isWide: true },
  ]
}
