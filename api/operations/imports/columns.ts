/** Columns of a customer file (docs/importing.md has the same list; a test compares them). */
import type { BuyerFieldName } from '#api/rules/buyer-fields.ts'

export interface ImportColumn {
  field: BuyerFieldName
  /** The heading in the file's first row. Case, blanks, - and _ do not matter. */
  name: string
  isRequired: boolean
}

const NAMES: Record<BuyerFieldName, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  company: 'company',
  jobTitle: 'job_title',
  country: 'country',
  address: 'address',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
  taxId: 'tax_id',
}
const REQUIRED: readonly string[] = ['firstName', 'lastName', 'email'] satisfies BuyerFieldName[]

export const COLUMNS: readonly ImportColumn[] = (Object.keys(NAMES) as BuyerFieldName[]).map((field) => {
  return { field, name: NAMES[field], isRequired: REQUIRED.includes(field) }
})

/** Heading of a column to skip. */
export const SKIPPED_COLUMN = '-'

const simplify = (heading: string) => heading.toLowerCase().replaceAll(/[\s_-]/g, '')

/** @returns the name of the column for a heading; undefined for an unknown one */
export const findColumn = (heading: string) =>
  COLUMNS.find(({ name }) => simplify(name) === simplify(heading))?.name
