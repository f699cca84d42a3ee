import { brand } from '../../content/content.ts'
import type { Brand } from '../../contract/content/brand.ts'
import { createCheck, type Finding, ok, unset } from './check.ts'

const NOT_THERE = 'There is no reverse charge, and no rate by the buyer’s country.'
/** Notification 10/2023, Central Tax, since 1 August 2023. */
const NO_IRN =
  'No e-invoice number (IRN) either: India asks for it on sales to businesses, above ₹5 crore of turnover a year.'
const NO_E_INVOICE = 'No e-invoices to the tax office either.'

/** What is in the prices, and what the shop does not do (docs/make-it-yours.md). */
export function describeTax({ tax, registeredAddress }: Pick<Brand, 'tax' | 'registeredAddress'>): Finding {
  if (tax.scheme === 'none') return unset(`no tax is in the prices. ${NOT_THERE}`)
  if (tax.scheme === 'gst') return ok(`India’s GST of ${tax.ratePercent}%. ${NOT_THERE} ${NO_IRN}`)
  const { country, countryCode } = registeredAddress
  const missing = countryCode === 'IN' ? NO_IRN : NO_E_INVOICE
  const charged = `${tax.name} of ${tax.ratePercent}% for buyers in ${country}, none abroad.`
  return ok(`${charged} ${NOT_THERE} ${missing}`)
}

export const taxCheck = createCheck('Payments', 'Tax', async () => describeTax(brand))
