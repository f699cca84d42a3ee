import type { Buyer } from '../../../db/models/buyer.ts'
import type { InvoiceBuyer } from '../../contract/invoice.ts'
import { omitPlaceholders } from '../../contract/placeholders.ts'

/** The facts of a buyer that an invoice has; what a guest was not asked for is left out. */
export function describeBuyer(buyer: Omit<Buyer, 'jobTitle'>): InvoiceBuyer {
  const { firstName, lastName, email, ...others } = omitPlaceholders(buyer)
  const { phone, company, address, city, state, zipCode, country, taxId } = others
  const facts = Object.entries({ phone, company, address, city, state, zipCode, country, taxId }).filter(
    ([, value]) => Boolean(value),
  )
  return { name: `${firstName} ${lastName}`, email, ...Object.fromEntries(facts) }
}
