/** The tax included in a paid amount (docs/product/shop.md, Tax). The `gst` rules are India's, each with its source. */

import type { CurrencyCode } from './currencies.ts'
import { findIndianState, findStateOfGstin, getStateOfGstin, type IndianState } from './indian-states.ts'
import { divideRounded, type Money, money, toDecimal } from './money.ts'

/** `tax` of brand.yaml (docs/make-it-yours.md). */
type TaxSettings = { financialYearStart: number } & (
  | { scheme: 'none' }
  | { scheme: 'gst'; sac: string; ratePercent: number; hasLut: boolean }
  | { scheme: 'domestic'; name: string; ratePercent: number; home: Treatment; abroad: Treatment }
)

/** The sentence that the law requires on an invoice, and the law. The company supplies both. */
interface Treatment {
  sentence: string
  source: string
}

interface Seller {
  taxNumber: string
  registeredAddress: { countryCode: string }
  tax: TaxSettings
}

/** The bookkeeping currency of sellers, for the countries where the payment provider opens accounts. */
const OWN_CURRENCIES: Record<string, CurrencyCode> = { IN: 'INR', MY: 'MYR', SG: 'SGD', US: 'USD' }

/** @returns undefined for a seller in another country */
export const ownCurrency = ({ registeredAddress }: Pick<Seller, 'registeredAddress'>) =>
  OWN_CURRENCIES[registeredAddress.countryCode]

/** The part of an invoice's buyer that decides the tax (api/contract/money/invoices.ts). */
interface TaxedBuyer {
  country?: string | undefined
  state?: string | undefined
  taxId?: string | undefined
}

/**
 * Amounts are decimal strings. `taxableAmount` is the paid amount less the tax. `placeOfSupply` and `sac` are empty except for
 * India's GST.
 */
interface IncludedTax {
  treatment: string
  placeOfSupply: string
  sac: string
  taxableAmount: string
  lines: { label: string; rateBasisPoints: number; amount: string }[]
}

/** CGST Rules 2017, rule 46, third proviso. */
const EXPORT = 'SUPPLY MEANT FOR EXPORT'
const EXPORT_WITHOUT_TAX = `${EXPORT} UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX`
const EXPORT_WITH_TAX = `${EXPORT} ON PAYMENT OF INTEGRATED TAX`
/** A place of supply with its code in tax returns (Form GSTR-1). */
const ABROAD = 'Outside India (96)'

/**
 * The taxable amount and the amounts of the lines add up to the paid amount.
 * @param paid includes the tax
 * @returns undefined if the seller charges no tax
 */
export function computeTax(paid: Money, seller: Seller, buyer: TaxedBuyer): IncludedTax | undefined {
  const { taxNumber, tax } = seller
  if (tax.scheme === 'none') return undefined
  // Rounded, because 8.29 × 100 is less than 829 in floating point.
  const rateBasisPoints = Math.round(tax.ratePercent * 100)
  if (tax.scheme === 'domestic') {
    const isForeign = isAbroad(seller, buyer)
    const { sentence: treatment } = isForeign ? tax.abroad : tax.home
    const split = splitOff(paid, [tax.name], isForeign ? 0 : rateBasisPoints)
    return { sac: '', placeOfSupply: '', treatment, ...split }
  }
  const { sac, hasLut } = tax
  const integrated = (rate: number) => splitOff(paid, ['IGST'], rate)

  // IGST Act 2017, ss. 2(6) and 16: an export of services is zero-rated, under LUT without tax, otherwise with a refund of it.
  if (isAbroad(seller, buyer)) {
    const split = hasLut ? integrated(0) : integrated(rateBasisPoints)
    return { sac, placeOfSupply: ABROAD, treatment: hasLut ? EXPORT_WITHOUT_TAX : EXPORT_WITH_TAX, ...split }
  }
  const supplierState = getStateOfGstin(taxNumber)
  const state = findPlaceOfSupply(buyer, supplierState)
  const placeOfSupply = state ? `${state.name} (${state.code})` : (buyer.state ?? '').trim()
  // IGST Act 2017, ss. 7(3) and 8(2); CGST Act 2017, s. 9: within a state the tax is halved between union and state.
  if (state?.code === supplierState.code) {
    const half = state.isUnionTerritory ? 'UTGST' : 'SGST'
    const split = splitOff(paid, ['CGST', half], rateBasisPoints)
    return { sac, placeOfSupply, treatment: 'Intra-state supply', ...split }
  }
  return { sac, placeOfSupply, treatment: 'Inter-state supply', ...integrated(rateBasisPoints) }
}

/** @returns whether the price includes tax for a buyer from that country; false while the country is unknown */
export function isTaxCharged({ tax, registeredAddress }: Seller, country: string | undefined): boolean {
  if (tax.scheme === 'none') return false
  return country === registeredAddress.countryCode || (tax.scheme === 'gst' && !tax.hasLut)
}

/** IGST Act 2017, s. 13(2): the place of supply is the recipient's or, if unknown, the supplier's. */
function isAbroad({ registeredAddress }: Seller, { country }: TaxedBuyer): boolean {
  return country !== undefined && country !== registeredAddress.countryCode
}

/**
 * IGST Act 2017, s. 12(2): for a registered buyer the state of the registration, for any other that of the address on
 * record or, if there is none, that of the supplier.
 * @returns undefined for a state that is not recognised, which only old orders have (indian-address.ts). It never counts as the supplier's.
 */
function findPlaceOfSupply(
  { state, taxId }: TaxedBuyer,
  supplierState: IndianState,
): IndianState | undefined {
  return findStateOfGstin(taxId ?? '') ?? (state?.trim() ? findIndianState(state) : supplierState)
}

/**
 * CGST Rules 2017, rule 35: tax = paid × rate ÷ (100 + all rates). Each tax is rounded separately, so that halves are equal.
 * The taxable amount is the rest, so that everything adds up to the paid amount.
 */
function splitOff(
  { minor, currency }: Money,
  labels: string[],
  rateBasisPoints: number,
): Pick<IncludedTax, 'taxableAmount' | 'lines'> {
  const rate = rateBasisPoints / labels.length
  const tax = divideRounded(BigInt(minor) * BigInt(rate), BigInt(10_000 + rateBasisPoints))
  const amount = toDecimal(money(tax, currency))
  const lines = labels.map((label) => ({ label, rateBasisPoints: rate, amount }))
  return { taxableAmount: toDecimal(money(minor - tax * labels.length, currency)), lines }
}
