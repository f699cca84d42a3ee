/** What an account's profile and a purchase form hold of a buyer, each in a column of its own, and an order as it was then. */
export const BUYER_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'jobTitle',
  'address',
  'city',
  'state',
  'country',
  'zipCode',
  'taxId',
] as const
type BuyerField = (typeof BUYER_FIELDS)[number]

export type Buyer = Record<Exclude<BuyerField, 'taxId'>, string> & { taxId: string | null }

/** A copy of those fields alone. A tax id that was left empty is null. */
export function pickBuyer(person: Omit<Buyer, 'taxId'> & { taxId?: string | null | undefined }): Buyer {
  const fields = Object.fromEntries(BUYER_FIELDS.map((field) => [field, person[field]]))
  return { ...(fields as Buyer), taxId: person.taxId || null }
}
