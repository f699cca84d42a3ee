import { Model } from 'objection'

const REQUIRED_FIELDS = [
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
] as const
/** Null where a form left it empty. */
const OPTIONAL_FIELDS = ['taxId'] as const
type RequiredField = (typeof REQUIRED_FIELDS)[number]
type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** Columns of accounts and of purchase forms, and what an order stores of its buyer. */
export const BUYER_COLUMNS = [...REQUIRED_FIELDS, ...OPTIONAL_FIELDS]

export type Buyer = Record<RequiredField, string> & Record<OptionalField, string | null>

/** A model of a table with these columns. */
export const BuyerModel = Model as unknown as Omit<typeof Model, 'prototype'> & (new () => Model & Buyer)

/** @returns the fields given, with null for optional ones that are empty or absent */
export function nullEmptyFields<Fields extends Partial<Record<OptionalField, string | null | undefined>>>(
  fields: Fields,
): Omit<Fields, OptionalField> & Record<OptionalField, string | null> {
  const optional = OPTIONAL_FIELDS.map((field) => [field, fields[field] || null])
  return { ...fields, ...(Object.fromEntries(optional) as Record<OptionalField, string | null>) }
}

/** A copy of a buyer's fields and no others. */
export function pickBuyer(
  person: Record<RequiredField, string> & Partial<Record<OptionalField, string | null | undefined>>,
): Buyer {
  const fields = Object.fromEntries(BUYER_COLUMNS.map((field) => [field, person[field]]))
  return nullEmptyFields(fields as Buyer)
}

/** A buyer who was stored before a field was added has it empty. */
export function fillBuyer(stored: Partial<Buyer>): Buyer {
  const empty = Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, '']))
  return nullEmptyFields({ ...(empty as Record<RequiredField, string>), ...stored })
}
