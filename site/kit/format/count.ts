import { LARGEST_TOTAL } from '#api/rules/list-total.ts'

const number = new Intl.NumberFormat('en-US')

/** @example formatNumber(1299) // '1,299' */
export const formatNumber = (value: number): string => number.format(value)

/** @example formatCount(1, 'business day') // '1 business day' */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The length of a list. @example formatTotal(10_001) // '10,000+' */
export function formatTotal(total: number): string {
  return total > LARGEST_TOTAL ? `${number.format(LARGEST_TOTAL)}+` : number.format(total)
}
