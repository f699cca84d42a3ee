/** The columns of files that are imported (docs/importing.md has the same list; a test compares them). */

export const IMPORT_KINDS = ['customers', 'orders'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const MOST_IMPORT_ROWS = 50_000
const MEGABYTE = 1024 * 1024
export const LARGEST_IMPORT_BYTES = 20 * MEGABYTE
export const IMPORT_LIMITS = `CSV in UTF-8, with commas, semicolons or tabs, up to ${MOST_IMPORT_ROWS.toLocaleString('en-US')} rows and ${LARGEST_IMPORT_BYTES / MEGABYTE} MB`

export const PAST_ORDER_STATUSES = ['completed', 'cancelled', 'refunded'] as const

export interface ImportColumn {
  /** In the file's first row. Case, blanks, - and _ do not count there. */
  name: string
  isRequired?: boolean
  about: string
  example: string
}

export const IMPORT_COLUMNS = {
  customers: [
    { name: 'first_name', isRequired: true, about: '2 to 100 characters', example: 'Grace' },
    { name: 'last_name', isRequired: true, about: '2 to 100 characters', example: 'Holm' },
    {
      name: 'email',
      isRequired: true,
      about: 'Tells customers apart; capitals do not count',
      example: 'grace@holm.example',
    },
    { name: 'phone', about: '7 to 15 digits, with the country’s code', example: '+45 33 12 34 56' },
    { name: 'company', about: 'Up to 200 characters', example: 'Holm & Sons' },
    { name: 'job_title', about: 'Up to 200 characters', example: 'Owner' },
    { name: 'country', about: 'A code of two letters, a name of the shop’s list, or OTHER', example: 'DK' },
    { name: 'address', about: 'Street and number, up to 500 characters', example: 'Bredgade 12' },
    { name: 'city', about: 'Up to 100 characters', example: 'Copenhagen' },
    { name: 'state', about: 'State, province or region', example: 'Hovedstaden' },
    { name: 'zip_code', about: 'Postal code, up to 20 characters', example: '1260' },
    { name: 'tax_id', about: 'GSTIN, VAT or EIN', example: 'DK12345678' },
  ],
  orders: [
    {
      name: 'source',
      isRequired: true,
      about: 'The system that it comes from, up to 50 characters',
      example: 'old-shop',
    },
    {
      name: 'reference',
      isRequired: true,
      about: 'Its number there; once in each source',
      example: 'A-1042',
    },
    {
      name: 'email',
      isRequired: true,
      about: 'Of a customer who is in the shop already',
      example: 'grace@holm.example',
    },
    {
      name: 'package',
      isRequired: true,
      about: 'The address of a package of this shop, or any name',
      example: 'business-website',
    },
    {
      name: 'amount',
      isRequired: true,
      about: 'In US dollars, with a point before the cents',
      example: '1299.00',
    },
    {
      name: 'status',
      isRequired: true,
      about: PAST_ORDER_STATUSES.join(', ').replace(/, (\w+)$/, ' or $1'),
      example: 'completed',
    },
    { name: 'ordered_on', isRequired: true, about: 'The day, as year-month-day', example: '2024-03-31' },
  ],
} as const satisfies Record<ImportKind, readonly ImportColumn[]>

/** @returns a file with the headings and one row as an example */
export function writeTemplate(kind: ImportKind): string {
  const columns: readonly ImportColumn[] = IMPORT_COLUMNS[kind]
  const lines = [columns.map(({ name }) => name), columns.map(({ example }) => example)]
  return `\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`
}
