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
/** Null if the form left them empty. */
const OPTIONAL_FIELDS = ['taxId'] as const
type RequiredField = (typeof REQUIRED_FIELDS)[number]
type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** The columns of a buyer, in accounts and purchase forms; also the fields that an order stores. */
export const BUYER_COLUMNS = [...REQUIRED_FIELDS, ...OPTIONAL_FIELDS]

export type Buyer = Record<RequiredField, string> & Record<OptionalField, string | null>

/** A buyer with every field empty. */
export const EMPTY_BUYER_FIELDS = {
  ...(Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, ''])) as Record<RequiredField, string>),
  ...(Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, null])) as Record<OptionalField, null>),
} satisfies Buyer

/** The base class for tables with these columns. */
export const BuyerModel = Model as unknown as Omit<typeof Model, 'prototype'> & (new () => Model & Buyer)

/** Sets optional fields that are empty or absent to null. */
export function nullEmptyFields<Fields extends Partial<Record<OptionalField, string | null | undefined>>>(
  fields: Fields,
): Omit<Fields, OptionalField> & Record<OptionalField, string | null> {
  const optional = OPTIONAL_FIELDS.map((field) => [field, fields[field] || null])
  return { ...fields, ...(Object.fromEntries(optional) as Record<OptionalField, string | null>) }
}

/** Copies only the buyer's fields. */
export function pickBuyer(
  person: Record<RequiredField, string> & Partial<Record<OptionalField, string | null | undefined>>,
): Buyer {
  const fields = Object.fromEntries(BUYER_COLUMNS.map((field) => [field, person[field]]))
  return nullEmptyFields(fields as Buyer)
}

/** Adds fields, empty, that did not exist when this buyer was stored. */
export function fillBuyer(stored: Partial<Buyer>): Buyer {
  return nullEmptyFields({ ...EMPTY_BUYER_FIELDS, ...stored })
}
