/** What a guest's account holds where nobody was asked (docs/product/shop.md, Checkout). */
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
 * Facts alone: every screen, mail, file and invoice shows a buyer through this.
 * @returns a copy in which each stand-in is empty; the country, which a guest may really live in, as long as the
 *   address is a stand-in
 */
export function omitPlaceholders<Person extends Partial<Record<GuestField, string | null>>>(
  person: Person,
): Person {
  const isStandIn = (field: GuestField) =>
    person[field] === GUEST[field] && (field !== 'country' || person.address === GUEST.address)
  const facts = GUEST_FIELDS.filter(isStandIn).map((field) => [field, ''])
  return { ...person, ...Object.fromEntries(facts) }
}
