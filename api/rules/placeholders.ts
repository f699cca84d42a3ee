/** Values in a guest's account for fields that the guest was not asked for (docs/product/shop.md, Checkout). */
import type { RequiredFieldName } from './buyer-fields.ts'

export const GUEST = {
  company: 'Guest Purchase',
  jobTitle: 'Customer',
  address: 'Not provided',
  city: 'Not provided',
  state: 'Not provided',
  country: 'IN',
  zipCode: '000000',
} satisfies Record<Exclude<RequiredFieldName, 'firstName' | 'lastName' | 'email' | 'phone'>, string>

type GuestField = keyof typeof GUEST

const GUEST_FIELDS = Object.keys(GUEST) as GuestField[]

/**
 * Removes the placeholders of a guest. Every screen, mail, file and invoice shows a buyer through this.
 * @returns a copy in which each placeholder is empty; the country is empty only while the address is a placeholder, because
 *   a guest may really live in that country
 */
export function omitPlaceholders<Person extends Partial<Record<GuestField, string | null>>>(
  person: Person,
): Person {
  const isStandIn = (field: GuestField) =>
    person[field] === GUEST[field] && (field !== 'country' || person.address === GUEST.address)
  const facts = GUEST_FIELDS.filter(isStandIn).map((field) => [field, ''])
  return { ...person, ...Object.fromEntries(facts) }
}
