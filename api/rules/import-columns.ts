/** The columns of files that are imported (docs/importing.md has the same list; a test compares them). */
import type { BuyerFieldName } from './buyer-fields.ts'

export const IMPORT_KINDS = ['customers', 'orders'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const MOST_IMPORT_ROWS = 50_000
const MEGABYTE = 1024 * 1024
export const LARGEST_IMPORT_BYTES = 20 * MEGABYTE
export const IMPORT_LIMITS = `CSV in UTF-8, with commas, semicolons or tabs, up to ${MOST_IMPORT_ROWS.toLocaleString('en-US')} rows and ${LARGEST_IMPORT_BYTES / MEGABYTE} MB`

export const PAST_ORDER_STATUSES = ['completed', 'cancelled', 'refunded'] as const

export interface ImportColumn {
  /** The heading in the file's first row, in which case, blanks, - and _ do not matter. */
  name: string
  isRequired?: boolean
  about: string
  example: string
}

const optional = (name: string, about: string, example: string): ImportColumn => ({ name, about, example })
const required = (...column: Parameters<typeof optional>) => ({ ...optional(...column), isRequired: true })

const CUSTOMER_COLUMNS = {
  firstName: required('first_name', '2 to 100 characters', 'Grace'),
  lastName: required('last_name', '2 to 100 characters', 'Holm'),
  email: required('email', 'Tells customers apart; capitals do not count', 'grace@holm.example'),
  phone: optional('phone', '7 to 15 digits, with the country’s code', '+45 33 12 34 56'),
  company: optional('company', 'Up to 200 characters', 'Holm & Sons'),
  jobTitle: optional('job_title', 'Up to 200 characters', 'Owner'),
  country: optional('country', 'A code of ISO 3166, a name in use, or OTHER', 'DK'),
  address: optional('address', 'Street and number, up to 500 characters', 'Bredgade 12'),
  city: optional('city', 'Up to 100 characters', 'Copenhagen'),
  state: optional('state', 'State, province or region', 'Hovedstaden'),
  zipCode: optional('zip_code', 'Postal code, up to 20 characters', '1260'),
  taxId: optional('tax_id', 'GSTIN, VAT or EIN', 'DK12345678'),
} satisfies Record<BuyerFieldName, ImportColumn>

export const IMPORT_COLUMNS: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  customers: Object.values(CUSTOMER_COLUMNS),
  orders: [
    required('source', 'The system that it comes from, up to 50 characters', 'old-shop'),
    required('reference', 'Its number there; once in each source', 'A-1042'),
    required('email', 'Of a customer who is in the shop already', 'grace@holm.example'),
    required('package', 'The address of a package of this shop, or any name', 'business-website'),
    required('amount', 'With a point before the cents', '1299.00'),
    optional('currency', 'A code of ISO 4217; empty: USD', 'USD'),
    required('status', PAST_ORDER_STATUSES.join(', ').replace(/, (\w+)$/, ' or $1'), 'completed'),
    required('ordered_on', 'The day, as year-month-day', '2024-03-31'),
  ],
}

/** The heading of a column that is not imported. */
export const LEFT_OUT = '-'

const simplify = (heading: string) => heading.toLowerCase().replaceAll(/[\s_-]/g, '')

/** @returns the name of the column that a heading means */
export const findColumn = (kind: ImportKind, heading: string) =>
  IMPORT_COLUMNS[kind].find(({ name }) => simplify(name) === simplify(heading))?.name

/** @returns a CSV file with the headings and an example row */
export function writeTemplate(kind: ImportKind): string {
  const columns = IMPORT_COLUMNS[kind]
  const lines = [columns.map(({ name }) => name), columns.map(({ example }) => example)]
  return `\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`
}
