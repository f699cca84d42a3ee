/** Customers and past orders that are imported from files (docs/product/back-office.md, Importing). */
import * as z from 'zod'
import { Id } from './ids.ts'
import { IMPORT_KINDS, PAST_ORDER_STATUSES } from './import-columns.ts'
import { listParameters } from './paging.ts'
import { boundedText } from './text.ts'
import { PersonName } from './work.ts'

export const IMPORT_STATES = ['checking', 'checked', 'applying', 'applied', 'refused'] as const

const Kind = z.enum(IMPORT_KINDS, `kind must be one of ${IMPORT_KINDS.join(', ')}`)

export const CheckImportQuery = z.object({
  kind: Kind.meta({ description: 'what the rows of the file are' }),
  fileName: boundedText({ label: 'File name', min: 1, max: 200, message: 'File name is missing' }).check(
    z.meta({ description: 'as it is called on the admin’s computer' }),
  ),
})
export type CheckImportQuery = z.infer<typeof CheckImportQuery>

export const Import = z.object({
  id: z.int(),
  kind: Kind,
  fileName: z.string(),
  sha256: z.string().meta({ description: 'of the file, in hexadecimal digits' }),
  state: z.enum(IMPORT_STATES).meta({ description: 'checked: nothing is written yet' }),
  refusal: z.string().nullable().meta({ description: 'of a refused one: why, for people' }),
  progress: z.int().meta({ description: 'rows that have been read so far' }),
  newRows: z.int().meta({ description: 'to be created; once it is applied, created' }),
  existingRows: z.int().meta({ description: 'there already, and left as they are' }),
  faultyRows: z.int().meta({ description: 'left out' }),
  createdBy: PersonName.nullable().meta({ description: 'null: at the command line' }),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

export const ImportFault = z.object({
  row: z.int().meta({ description: 'as a spreadsheet counts: the headings are row 1' }),
  column: z.string().meta({ description: 'empty: the row as a whole' }),
  value: z.string(),
  message: z.string(),
  example: z.string(),
})
export type ImportFault = z.infer<typeof ImportFault>

/** An import with the first of its faults. */
export const ImportDetail = Import.extend({
  faults: z.array(ImportFault).meta({ description: 'the first 200, for a day; the CSV file has all' }),
  links: z.object({ unsent: z.int(), waiting: z.int(), sent: z.int() }).meta({
    description:
      'customers who have been sent no link, whose link waits for its turn, who have been sent one',
  }),
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
    .meta({ description: 'used: has a password, or has signed in' }),
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
    .meta({ description: 'of customers of this import; all of them unless given' }),
  isAgain: z
    .boolean()
    .optional()
    .meta({ description: 'also to those who have been sent one; together with userIds' }),
})
export type SendLinksBody = z.infer<typeof SendLinksBody>

export const SendLinksResponse = z.object({
  asked: z.int().meta({ description: 'links that are sent now or in turn' }),
})

export const PAST_ORDER_SORTS = ['orderedOn', 'amount'] as const
export const PastOrderListQuery = z.object(listParameters(PAST_ORDER_SORTS, '-orderedOn'))
export type PastOrderListQuery = z.infer<typeof PastOrderListQuery>

/** An order from before this shop. */
export const PastOrder = z.object({
  id: z.int(),
  source: z.string().meta({ description: 'the system that it comes from' }),
  reference: z.string().meta({ description: 'its number there' }),
  packageName: z.string(),
  amount: z.string(),
  status: z.enum(PAST_ORDER_STATUSES),
  orderedOn: z.string().meta({ description: 'a day, such as 2024-03-31' }),
})
export type PastOrder = z.infer<typeof PastOrder>

export const AdminPastOrder = PastOrder.extend({
  importId: z.int(),
  customer: PersonName.extend({ email: z.string() }),
})
export type AdminPastOrder = z.infer<typeof AdminPastOrder>
