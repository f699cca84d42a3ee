/** Money: whole minor units of one currency. Shared by browser and server. */
import { type CurrencyCode, decimalsOf, isCurrency } from './currencies.ts'

export interface Money<C extends CurrencyCode = CurrencyCode> {
  readonly minor: number
  readonly currency: C
}

/** The largest value of the database's integer columns. */
const LARGEST_MINOR = 2_147_483_647

/** @throws RangeError for a fraction of a minor unit, or an unknown currency */
export function money<C extends CurrencyCode>(minor: number, currency: C): Money<C>
export function money(minor: number, currency: string): Money
export function money(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole number of minor units`)
  if (!isCurrency(currency)) throw new RangeError(`${currency} is not a currency of ISO 4217`)
  return { minor, currency }
}

/** The compiler catches most mixed currencies, but an order's currency is known only at runtime. @throws RangeError */
function assertSame(one: Money, other: Money): void {
  if (one.currency !== other.currency)
    throw new RangeError(`${one.currency} and ${other.currency} cannot be calculated with together`)
}

export function add<C extends CurrencyCode>(one: Money<C>, other: Money<NoInfer<C>>): Money<C> {
  assertSame(one, other)
  return money(one.minor + other.minor, one.currency)
}

export function subtract<C extends CurrencyCode>(one: Money<C>, other: Money<NoInfer<C>>): Money<C> {
  assertSame(one, other)
  return money(one.minor - other.minor, one.currency)
}

/** @returns below 0 if `one` is less, 0 if they are equal, above 0 if it is more */
export function compare<C extends CurrencyCode>(one: Money<C>, other: Money<NoInfer<C>>): number {
  assertSame(one, other)
  return one.minor - other.minor
}

export const isSame = (one: Money, other: Money): boolean =>
  one.minor === other.minor && one.currency === other.currency

export const zeroOf = <C extends CurrencyCode>({ currency }: { currency: C }): Money<C> => money(0, currency)

export const smaller = <C extends CurrencyCode>(one: Money<C>, other: Money<NoInfer<C>>): Money<C> =>
  compare(one, other) <= 0 ? one : other

/** @param currency required, because the list may be empty */
export const sumOf = <C extends CurrencyCode>(currency: C, amounts: readonly Money<NoInfer<C>>[]): Money<C> =>
  amounts.reduce<Money<C>>(add, money(0, currency))

/** The shop's only rounding rule: half away from zero. Both numbers must be non-negative integers. */
export function divideRounded(dividend: bigint, divisor: bigint): number {
  return Number((dividend * 2n + divisor) / (divisor * 2n))
}

/**
 * Takes a proportional share of an amount. Shares taken one after the other add up exactly to the amount.
 * @param from how much of `whole` was taken before; `to`: how much is taken including this share
 * @example takeShare(money(100, 'USD'), { from: 0, to: 1, whole: 3 }) // 33 cents
 */
export function takeShare<C extends CurrencyCode>(
  { minor, currency }: Money<C>,
  { from, to, whole }: { from: number; to: number; whole: number },
): Money<C> {
  if (whole === 0) return money(0, currency)
  const shareOf = (part: number) => divideRounded(BigInt(minor) * BigInt(part), BigInt(whole))
  return money(shareOf(to) - shareOf(from), currency)
}

/**
 * Splits an amount by weights. Rounds down, then gives the minor units that are left to the largest remainders, so that the parts add
 * up to the amount.
 * @param weights non-negative integers, at least one above 0
 * @example allocate(money(100, 'JPY'), [1, 1, 1]) // 34, 33 and 33 yen
 */
export function allocate<C extends CurrencyCode>(
  { minor, currency }: Money<C>,
  weights: readonly number[],
): Money<C>[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  const products = weights.map((weight) => BigInt(minor) * BigInt(weight))
  const parts = products.map((product) => Number(product / whole))
  const rests = products.map((product, index) => ({ index, rest: product % whole }))
  rests.sort((one, other) => Number(other.rest - one.rest) || one.index - other.index)
  const left = minor - parts.reduce((sum, part) => sum + part, 0)
  for (const { index } of rests.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts.map((part) => money(part, currency))
}

/**
 * Converts at a rate such as `"84.25"`: units of the other currency per unit of this one, with up to six decimals.
 * @example convert(money(129_900, 'USD'), '84.25', 'INR') // 109,440.75 rupees
 */
export function convert<C extends CurrencyCode>(from: Money, rate: string, currency: C): Money<C> {
  const [whole = '0', fraction = ''] = rate.split('.')
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
  const unit = (code: CurrencyCode) => 10n ** BigInt(decimalsOf(code))
  const dividend = BigInt(from.minor) * micros * unit(currency)
  return money(divideRounded(dividend, 1_000_000n * unit(from.currency)), currency)
}

/** @returns the amount in rupees, as a decimal string. Dollars are converted at the rate. Null for any other currency. */
export function toRupees(amount: Money, usdInrRate: string): string | null {
  if (amount.currency === 'INR') return toDecimal(amount)
  return amount.currency === 'USD' ? toDecimal(convert(amount, usdInrRate, 'INR')) : null
}

/**
 * Parses an amount, given as a number or as text such as `"1,299.50"`. Dollars may begin with `$`.
 * @returns undefined unless it is an amount with at most the currency's decimals, from 0 to 2,147,483,647 minor units
 */
export function parseAmount<C extends CurrencyCode>(
  amount: number | string,
  currency: C,
): Money<C> | undefined
export function parseAmount(amount: number | string, currency: string): Money | undefined
export function parseAmount(amount: number | string, currency: string): Money | undefined {
  const text = typeof amount === 'number' ? String(amount) : amount.trim()
  const digits = currency === 'USD' ? text.replace(/^\$\s*/, '') : text
  const [, whole, fraction = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  const decimals = decimalsOf(currency)
  if (whole === undefined || fraction.length > decimals) return undefined
  const minor = Number(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'))
  return minor <= LARGEST_MINOR ? money(minor, currency) : undefined
}

/** Reads an amount from a response, or one that is being typed. @returns 0 if it is not an amount */
export const readAmount = (amount: string, currency: string): Money =>
  parseAmount(amount, currency) ?? money(0, currency)

/** Formats an amount as the API's decimal string: 99 dollars are `"99.00"`, 99 yen `"99"`. */
export function toDecimal({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${minor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`
}

/** Whether text is an amount in some currency, for checks that do not know the currency yet. */
export const isAmount = (text: number | string): boolean =>
  ['USD', 'JPY'].some((currency) => parseAmount(text, currency) !== undefined)

/** The example amount for inputs and messages, after 'such as': `49.50` dollars, `4950` yen. */
export const exampleIn = (currency: string): string => toDecimal(money(4950, currency))

/** Converts a decimal number without floating-point drift: 19.99 dollars are 1999 cents. */
export const fromNumber = (units: number, currency: string): Money =>
  money(Math.round(Number(`${units}e${decimalsOf(currency)}`)), currency)

/** Formats an amount as a number, for the API's fields that are numbers: 1299.5. */
export const toNumber = (amount: Money): number => Number(toDecimal(amount))
