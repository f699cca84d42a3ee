/** Names and symbols of currencies. Only for shops that sell in several, because Intl is slow on a phone. */
import { formatAmount } from '#api/rules/money/format.ts'

/** @example nameCurrency('EUR') // 'euros' */
export function nameCurrency(code: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
  })
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? code
}

/** @example writeSymbol('EUR') // '€' */
export const writeSymbol = (code: string): string => formatAmount(0, code).replaceAll(/[\d.,\s]/g, '')
