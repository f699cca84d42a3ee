/** Which currencies a shop sells in, and which one a buyer pays in. Shared by browser and server. */
import { type CurrencyCode, DEFAULT_CURRENCY } from './currencies.ts'
import { fromNumber, type Money } from './money.ts'
import { type Priced, unitsIn } from './priced.ts'
import { smallestCharge } from './pricing.ts'

/** How a proposed price ends: on a whole unit, or in 9, 99 or 999. */
export const ENDINGS = ['whole', '9', '99', '999'] as const

export interface OfferedCurrency {
  code: CurrencyCode
  /** ISO 3166 codes of the countries whose buyers pay in it. */
  countries: string[]
  endings: (typeof ENDINGS)[number]
  /** The smallest charge, in major units. */
  minimum?: number | undefined
}

/** `currencies.yaml` of the content folder. */
export interface SoldIn {
  /** For all countries that no offered currency names. Every package has a price in it. */
  default: CurrencyCode
  minimum?: number | undefined
  offered: OfferedCurrency[]
  /** Rupees are shown beside dollars if the folder has no such file. With the file, an order is shown only in its own currency. */
  showsRupees?: boolean | undefined
}

export const ONLY_USD: SoldIn = { default: DEFAULT_CURRENCY, offered: [], showsRupees: true }

/** Whether rupees are shown beside an amount: only for dollars, and only in a shop without currencies.yaml. */
export const hasRupeesBeside = (soldIn: SoldIn, currency: string = DEFAULT_CURRENCY): boolean =>
  soldIn.showsRupees === true && currency === DEFAULT_CURRENCY

/** @returns the price in the wanted currency, or in the default one if the package has no price in it */
export function priceIn(item: Priced, wanted: string): Money {
  const { units, currency } = unitsIn(item, wanted)
  return fromNumber(units, currency)
}

/** @returns the prices of a package in all its currencies, the default one first */
export const listPrices = (item: Priced): Money[] => [
  priceIn(item, item.currency),
  ...Object.keys(item.prices ?? {}).map((code) => priceIn(item, code)),
]

/** Whether the shop sells in this currency in addition to the default one. */
export const isOffered = ({ offered }: SoldIn, currency: string): boolean =>
  offered.some(({ code }) => code === currency)

/** @param country of the billing address @returns the currency of that country's buyers, if the package has a price in it */
export const currencyOf = (soldIn: SoldIn, country: string): CurrencyCode =>
  soldIn.offered.find(({ countries }) => countries.includes(country))?.code ?? soldIn.default

/** A country's buyers may pay in its currency and in the default one. */
export const maySellIn = (soldIn: SoldIn, country: string, currency: string): boolean =>
  currency === soldIn.default || currency === currencyOf(soldIn, country)

/** @returns the smallest charge in a currency, from the shop's settings or else by the provider's rule */
export function smallestChargeOf(soldIn: SoldIn, currency: CurrencyCode): Money {
  const { minimum } =
    currency === soldIn.default ? soldIn : (soldIn.offered.find(({ code }) => code === currency) ?? {})
  return minimum === undefined ? smallestCharge(currency) : fromNumber(minimum, currency)
}
