/** Values in a guest's account for fields that the guest was not asked for (docs/product/shop.md, Checkout). */
import type { RequiredFieldName } from './buyer-fields.ts'

export const GUEST_PLACEHOLDERS = {
  company: 'Guest Purchase',
  jobTitle: 'Customer',
  address: 'Not provided',
  city: 'Not provided',
  state: 'Not provided',
  country: 'IN',
  zipCode: '000000',
} satisfies Record<Exclude<RequiredFieldName, 'firstName' | 'lastName' | 'email' | 'phone'>, string>

type GuestField = keyof typeof GUEST_PLACEHOLDERS

const GUEST_FIELDS = Object.keys(GUEST_PLACEHOLDERS) as GuestField[]

/**
 * Removes a guest's placeholders. Every screen, mail, file and invoice must pass a buyer through this.
 * @returns a copy with empty fields instead of placeholders. The country is emptied only if the address is a placeholder, because
 *   a guest may really live in that country.
 */
export function omitPlaceholders<Person extends Partial<Record<GuestField, string | null>>>(
  person: Person,
): Person {
  const isStandIn = (field: GuestField) =>
    person[field] === GUEST_PLACEHOLDERS[field] &&
    (field !== 'country' || person.address === GUEST_PLACEHOLDERS.address)
  const facts = GUEST_FIELDS.filter(isStandIn).map((field) => [field, ''])
  return { ...person, ...Object.fromEntries(facts) }
}
