/** Checks prices and discounts that admins set in several currencies. Separate from sold-in.ts, so that no public page loads it. */
import { type CurrencyCode, decimalsOf } from './currencies.ts'
import { formatMoney } from './format.ts'
import { convert, type Money, money, parseAmount } from './money.ts'
import { isBelowMinimum } from './pricing.ts'
import { type OfferedCurrency, type SoldIn, smallestChargeOf } from './sold-in.ts'

export const PRICE_MESSAGE = 'Enter a price, such as 1299.50'

/** @returns why the price is invalid for a package; undefined if it is valid */
export function findPriceFault(soldIn: SoldIn, price: number | string, currency: string): string | undefined {
  const read = parseAmount(price, currency)
  if (!read) return decimalsOf(currency) ? PRICE_MESSAGE : 'Price must be a whole amount, such as 1299'
  const least = smallestChargeOf(soldIn, read.currency)
  if (!isBelowMinimum(read, least)) return undefined
  return `Price must be 0 or at least ${formatMoney(least)}, the minimum for card payments`
}

/** @returns the shop's other currencies */
export const listOthers = (soldIn: SoldIn, currency: string): CurrencyCode[] =>
  [soldIn.default, ...soldIn.offered.map(({ code }) => code)].filter((code) => code !== currency)

interface Amounts {
  /** Minor units by currency code, as stored. */
  before: Record<string, number>
  /** By currency code. Null: no amount in this currency. */
  typed: Record<string, number | string | null>
  /** The currency of the main amount. */
  currency: string
}

/**
 * Amounts that are not named stay, even in a currency that the shop no longer offers.
 * @returns minor units by currency code, or why the first wrong amount is refused
 */
export function readAmounts(
  soldIn: SoldIn,
  { before, typed, currency }: Amounts,
  findFault: (amount: number | string, code: string) => string | undefined,
): { amounts: Record<string, number> } | { code: string; fault: string } {
  const codes: string[] = listOthers(soldIn, currency)
  const amounts = { ...before }
  for (const [code, amount] of Object.entries(typed)) {
    if (!codes.includes(code)) {
      return { code, fault: `Besides ${currency}, the shop sells in ${codes.join(', ') || 'no currency'}` }
    }
    const fault = amount === null ? undefined : findFault(amount, code)
    if (fault) return { code, fault }
    const read = amount === null ? undefined : parseAmount(amount, code)
    if (read) amounts[code] = read.minor
    else delete amounts[code]
  }
  return { amounts }
}

/** Proposes a price for the form, never for a charge: converts at a rate, then rounds up to the next amount with the shop's ending. */
export function proposePrice(price: Money, rate: string, { code, endings }: OfferedCurrency): Money {
  const exact = convert(price, rate, code)
  if (exact.minor === 0) return exact
  const unit = 10 ** decimalsOf(code)
  const step = { whole: 1, '9': 10, '99': 100, '999': 1000 }[endings]
  const below = endings === 'whole' ? 0 : 1
  const steps = Math.ceil((Math.ceil(exact.minor / unit) + below) / step)
  return money((steps * step - below) * unit, code)
}
