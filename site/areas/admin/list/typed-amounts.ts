/** Amounts in the shop's other currencies, as a form holds and sends them. */
import { currencies } from 'virtual:content'
import type { CurrencyCode } from '#api/rules/money/currencies.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { fromNumber, toDecimal } from '#api/rules/money/money.ts'
import { listOthers } from '#api/rules/money/set-amounts.ts'

/** By currency code; '' if there is no amount. */
export type TypedAmounts = Record<string, string>

export const otherCodes = (currency: string = currencies.default): CurrencyCode[] =>
  listOthers(currencies, currency)

export const typeAmount = (units: number, currency: string) => toDecimal(fromNumber(units, currency))

export const typeAmounts = (codes: readonly string[], amounts: Record<string, number> = {}): TypedAmounts =>
  Object.fromEntries(
    codes.map((code) => [code, amounts[code] === undefined ? '' : typeAmount(amounts[code], code)]),
  )

/** @returns the amounts by currency code, null for an empty one; undefined if the shop has only one currency */
export function sendAmounts(typed: TypedAmounts): Record<string, string | null> | undefined {
  const sent = Object.entries(typed).map(([code, text]) => [code, text.trim() || null] as const)
  return sent.length > 0 ? Object.fromEntries(sent) : undefined
}

/** @returns the errors by field, such as `prices.INR` */
export const checkAmounts = (
  field: string,
  typed: TypedAmounts,
  findFault: (amount: string, code: string) => string | undefined,
) =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([code, text]) => {
      const fault = text.trim() ? findFault(text, code) : undefined
      return fault ? [[`${field}.${code}`, fault]] : []
    }),
  )

/** One amount per line. @example describeAmounts({ INR: 109_900, EUR: 1199 }) // '₹1,09,900.00\n€1,199.00' */
export const describeAmounts = (amounts: Record<string, number> = {}): string =>
  Object.entries(amounts)
    .map(([code, units]) => formatMoney(fromNumber(units, code)))
    .join('\n')
