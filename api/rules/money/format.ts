/** Formats amounts for people. Every page loads this file, so keep it small. */
import { DEFAULT_CURRENCY, decimalsOf } from './currencies.ts'
import { type Money, toDecimal } from './money.ts'

/**
 * Rupees get Indian digit grouping. The decimals come from currencies.ts, not from Intl.
 * @param currency undefined while the data that name it load
 */
export function createFormat(currency: string = DEFAULT_CURRENCY): Intl.NumberFormat {
  const decimals = decimalsOf(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const language = currency === 'INR' ? 'en-IN' : 'en-US'
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...digits })
}

const formats: Record<string, Intl.NumberFormat> = {}

/**
 * Formats dollars like Intl.NumberFormat('en-US'), but with a minus sign, and without it: its constructor takes longer on a phone than hydrating all packages
 * of the home page.
 * @param currency undefined while the data that name it load
 * @param amount a number or the API's decimal string @example formatAmount('1299.00', 'USD') // $1,299.00
 */
export function formatAmount(amount: number | string, currency: string = DEFAULT_CURRENCY): string {
  const value = Math.abs(Number(amount))
  const sign = Number(amount) < 0 ? '−' : ''
  if (currency === 'USD') return `${sign}$${value.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`
  formats[currency] ??= createFormat(currency)
  return sign + formats[currency].format(value)
}

/** The format of prices in exports and in the record of changes. @example formatPlain(money(129_900, 'USD')) // $1299.00 */
export const formatPlain = (amount: Money): string =>
  amount.currency === 'USD' ? `$${toDecimal(amount)}` : `${amount.currency} ${toDecimal(amount)}`

/** @example formatMoney(money(29_500, 'JPY')) // ¥29,500 */
export const formatMoney = (amount: Money): string => formatAmount(toDecimal(amount), amount.currency)
