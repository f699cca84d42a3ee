/** A row of an imported file: the rules of the purchase form, in which all but name and e-mail may be left out. */
import * as z from 'zod'
import { shapeBuyer } from './buyer-fields.ts'
import { BuyerForm, optionalField } from './buyer-form.ts'
import { isCountry } from './countries.ts'
import { TaxId } from './gstin.ts'
import { PAST_ORDER_STATUSES } from './import-columns.ts'
import { parsePriceCents } from './pricing.ts'
import { boundedText } from './text.ts'

const EARLIEST_ORDER = '1990-01-01'

const { firstName, lastName, email } = BuyerForm.shape
const details = shapeBuyer(optionalField, () => TaxId)

const country = z
  .string()
  .refine(
    (code) => code === '' || isCountry(code),
    'Please write a country of the list by its name or its code',
  )

export const ImportedCustomer = z.object({ ...details, country, firstName, lastName, email })
export type ImportedCustomer = z.infer<typeof ImportedCustomer>

const named = (label: string, max: number) =>
  boundedText({ label, max, min: 1, message: `${label} is missing` })

const AMOUNT_MESSAGE = 'Please write US dollars with a point before the cents, up to 21474836.47'
const DATE_MESSAGE = `Please write a day from ${EARLIEST_ORDER} up to today as year-month-day`

/** Compared as texts: days of this form are in the order of time. A day that is not in the calendar is another one read back. */
function isPastDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at)) return false
  const isInCalendar = new Date(at).toISOString().startsWith(text)
  return isInCalendar && text >= EARLIEST_ORDER && at <= Date.now()
}

export const ImportedOrder = z.object({
  source: named('Source', 50),
  reference: named('Reference', 100),
  email,
  package: named('Package', 200),
  amount: z
    .string(AMOUNT_MESSAGE)
    .refine((text) => parsePriceCents(text) !== undefined, AMOUNT_MESSAGE)
    .transform((text) => parsePriceCents(text) ?? 0),
  status: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(PAST_ORDER_STATUSES, `Status is one of ${PAST_ORDER_STATUSES.join(', ')}`)),
  orderedOn: z.string(DATE_MESSAGE).trim().refine(isPastDay, DATE_MESSAGE),
})
export type ImportedOrder = z.infer<typeof ImportedOrder>
