/** Customers and past orders that are imported from files (docs/product/back-office.md, Importing). */
import * as z from 'zod'
import { shapeBuyer } from '../rules/buyer-fields.ts'
import { isCountry } from '../rules/countries.ts'
import { IMPORT_KINDS, PAST_ORDER_STATUSES } from '../rules/import-columns.ts'
import { DEFAULT_CURRENCY, isCurrency } from '../rules/money/currencies.ts'
import { isAmount, parseAmount } from '../rules/money/money.ts'
import { PersonName } from './auth.ts'
import { BuyerForm, optionalField, TaxId } from './light/buyer-form.ts'
import { boundedText } from './light/text.ts'
import { Id, listParameters, oneOf } from './lists.ts'

export const IMPORT_STATES = ['checking', 'checked', 'applying', 'applied', 'refused'] as const

const Kind = oneOf('kind', IMPORT_KINDS)

export const CheckImportQuery = z.object({
  kind: Kind.describe('what the rows of the file are'),
  fileName: boundedText({ label: 'File name', min: 1, max: 200, message: 'File name is missing' }).check(
    z.describe('as it is called on the admin’s computer'),
  ),
})
export type CheckImportQuery = z.infer<typeof CheckImportQuery>

export const Import = z.object({
  id: z.int(),
  kind: Kind,
  fileName: z.string(),
  sha256: z.string().describe('of the file, in hexadecimal digits'),
  state: z.enum(IMPORT_STATES).describe('checked: nothing is written yet'),
  refusal: z.string().nullable().describe('of a refused one: why, for people'),
  progress: z.int().describe('rows that have been read so far'),
  newRows: z.int().describe('to be created; once it is applied, created'),
  existingRows: z.int().describe('there already, and left as they are'),
  faultyRows: z.int().describe('left out'),
  createdBy: PersonName.nullable().describe('null: at the command line'),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

export const ImportFault = z.object({
  row: z.int().describe('as a spreadsheet counts: the headings are row 1'),
  column: z.string().describe('empty: the row as a whole'),
  value: z.string(),
  message: z.string(),
  example: z.string(),
})
export type ImportFault = z.infer<typeof ImportFault>

/** An import with its first faults. */
export const ImportDetail = Import.extend({
  faults: z.array(ImportFault).describe('the first 200, for a day; the CSV file has all'),
  links: z
    .object({ unsent: z.int(), waiting: z.int(), sent: z.int() })
    .describe('customers who have been sent no link, whose link waits for its turn, who have been sent one'),
})
export type ImportDetail = z.infer<typeof ImportDetail>

export const ImportListQuery = z.object(listParameters(['createdAt'], '-createdAt'))
export type ImportListQuery = z.infer<typeof ImportListQuery>

const SHA256_MESSAGE = 'sha256 must be that of the file that was checked'
export const ApplyImportBody = z.object({
  sha256: z.string(SHA256_MESSAGE).regex(/^[0-9a-f]{64}$/, SHA256_MESSAGE),
})
export type ApplyImportBody = z.infer<typeof ApplyImportBody>

export const IMPORTED_CUSTOMER_SORTS = ['lastName', 'email'] as const
export const ImportedCustomerListQuery = z.object(listParameters(IMPORTED_CUSTOMER_SORTS, 'lastName'))
export type ImportedCustomerListQuery = z.infer<typeof ImportedCustomerListQuery>

export const ImportedPerson = PersonName.extend({
  email: z.string(),
  company: z.string(),
  link: z
    .enum(['unsent', 'waiting', 'sent', 'used', 'disabled'])
    .describe('used: has a password, or has signed in'),
  linkSentAt: z.string().nullable(),
})
export type ImportedPerson = z.infer<typeof ImportedPerson>

const MOST_SELECTED = 200
export const SendLinksBody = z.object({
  userIds: z
    .array(Id)
    .min(1, 'Please select somebody')
    .max(MOST_SELECTED, `Please select at most ${MOST_SELECTED} people`)
    .optional()
    .describe('of customers of this import; all of them unless given'),
  isAgain: z.boolean().optional().describe('also to those who have been sent one; together with userIds'),
})
export type SendLinksBody = z.infer<typeof SendLinksBody>

export const SendLinksResponse = z.object({
  asked: z.int().describe('links that are sent now or in turn'),
})

export const PAST_ORDER_SORTS = ['orderedOn', 'amount'] as const
export const PastOrderListQuery = z.object(listParameters(PAST_ORDER_SORTS, '-orderedOn'))
export type PastOrderListQuery = z.infer<typeof PastOrderListQuery>

/** An order from before this shop. */
export const PastOrder = z.object({
  id: z.int(),
  source: z.string().describe('the system that it comes from'),
  reference: z.string().describe('its number there'),
  packageName: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(PAST_ORDER_STATUSES),
  orderedOn: z.string().describe('a day, such as 2024-03-31'),
})
export type PastOrder = z.infer<typeof PastOrder>

export const AdminPastOrder = PastOrder.extend({
  importId: z.int(),
  customer: PersonName.extend({ email: z.string() }),
})
export type AdminPastOrder = z.infer<typeof AdminPastOrder>

const EARLIEST_ORDER = '1990-01-01'

const { firstName, lastName, email } = BuyerForm.shape
const details = shapeBuyer(optionalField, () => TaxId)

const country = z
  .string()
  .refine(
    (code) => code === '' || isCountry(code),
    'Please write a country of the list by its name or its code, or OTHER',
  )

export const ImportedCustomer = z.object({ ...details, country, firstName, lastName, email })
export type ImportedCustomer = z.infer<typeof ImportedCustomer>

const named = (label: string, max: number) =>
  boundedText({ label, max, min: 1, message: `${label} is missing` })

const AMOUNT_MESSAGE = 'Please write an amount with a point before the cents, such as 1299.00'
const DECIMALS_MESSAGE = 'The amount has more decimals than its currency, or is too large'
const DATE_MESSAGE = `Please write a day from ${EARLIEST_ORDER} up to today as year-month-day`

/** Compared as text, because days in this form sort by time. A day that does not exist, such as 31 April, changes when it is parsed and written again. */
function isPastDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at)) return false
  const isInCalendar = new Date(at).toISOString().startsWith(text)
  return isInCalendar && text >= EARLIEST_ORDER && at <= Date.now()
}

export const ImportedOrder = z
  .object({
    source: named('Source', 50),
    reference: named('Reference', 100),
    email,
    package: named('Package', 200),
    amount: z.string(AMOUNT_MESSAGE).refine(isAmount, AMOUNT_MESSAGE),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .transform((code) => code || DEFAULT_CURRENCY)
      .refine(isCurrency, 'Please write a currency by its code of ISO 4217, such as USD'),
    status: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(PAST_ORDER_STATUSES, `Status is one of ${PAST_ORDER_STATUSES.join(', ')}`)),
    orderedOn: z.string(DATE_MESSAGE).trim().refine(isPastDay, DATE_MESSAGE),
  })
  .transform((row, context) => {
    const amount = parseAmount(row.amount, row.currency)
    if (amount) return { ...row, amount }
    context.addIssue({ code: 'custom', path: ['amount'], message: DECIMALS_MESSAGE })
    return z.NEVER
  })
export type ImportedOrder = z.infer<typeof ImportedOrder>
