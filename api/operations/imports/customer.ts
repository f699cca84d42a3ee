/** Reads a row of the file as a customer, or reports its faults. */
import * as z from 'zod'
import { brand } from '#api/content/content.ts'
import { BuyerForm, optionalField, TaxId } from '#api/contract/people/buyer-form.ts'
import { shapeBuyer } from '#api/rules/buyer-fields.ts'
import { findCountry, isCountry } from '#api/rules/countries.ts'
import { findStateFault } from '#api/rules/money/indian-address.ts'
import { COLUMNS } from './columns.ts'

const { firstName, lastName, email } = BuyerForm.shape
const country = z
  .string()
  .refine(
    (code) => code === '' || isCountry(code),
    'Please write a country of the list by its name or its code, or OTHER',
  )
const ImportedCustomer = z.object({
  ...shapeBuyer(optionalField, () => TaxId),
  country,
  firstName,
  lastName,
  email,
})
export type ImportedCustomer = z.infer<typeof ImportedCustomer>

export interface Fault {
  /** Empty for a fault of the whole row. */
  column: string
  message: string
}

export interface ReadCustomer {
  customer?: ImportedCustomer
  faults: Fault[]
}

const OTHER_LENGTH: Fault = {
  column: '',
  message: 'The row does not have as many cells as there are columns',
}

/** Treats columns missing in the file as empty. @param cells undefined if the row has too few or too many */
export function readCustomer(cells: Record<string, string> | undefined): ReadCustomer {
  if (!cells) return { faults: [OTHER_LENGTH] }
  const fields = COLUMNS.map(({ field, name }) => {
    const text = cells[name] ?? ''
    return [field, field === 'country' ? (findCountry(text) ?? text) : text]
  })
  const { data: customer, error } = ImportedCustomer.safeParse(Object.fromEntries(fields))
  if (!customer) return { faults: listFaults(error) }
  const message = customer.state && findStateFault(brand, customer)
  return message ? { faults: [{ column: 'state', message }] } : { customer, faults: [] }
}

/** Lists at most one fault for each cell. */
function listFaults({ issues }: z.ZodError): Fault[] {
  return COLUMNS.flatMap(({ field, name }) => {
    const issue = issues.find(({ path }) => path[0] === field)
    return issue ? [{ column: name, message: issue.message }] : []
  })
}
