/** Money, days and names as mails write them. */
import type { Order } from '../../../db/models/order.ts'
import { convertToPaise, toDecimal } from '../../contract/pricing.ts'
import type { Fact } from './content.ts'

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const inr = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
/** The company's own day, as on the invoice. */
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** Line breaks, other control characters, and what turns the direction of all text after it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** For headers and everything else that is one line: whatever people typed cannot begin another. */
export function toOneLine(text: string): string {
  return text.toWellFormed().replaceAll(UNPRINTABLE, ' ').replaceAll(/ {2,}/g, ' ').trim()
}

export function formatUsd(cents: number): string {
  return usd.format(Number(toDecimal(cents)))
}

export function formatInr(paise: number): string {
  return inr.format(Number(toDecimal(paise)))
}

export function formatDay(date: Date): string {
  return day.format(date)
}

export function countThings(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

type Priced = Pick<Order, 'originalCents' | 'discountCents' | 'amountCents' | 'usdInrRate' | 'couponCode'>

/** What an order costs, in rupees with the dollars beside them, as its invoice has it. */
export function listPrice(order: Priced, totalLabel: string): Fact[] {
  const { usdInrRate, originalCents, amountCents, discountCents, couponCode } = order
  const original = convertToPaise(originalCents, usdInrRate)
  const amount = convertToPaise(amountCents, usdInrRate)
  const reductions: Fact[] = [
    { label: 'Price', value: formatInr(original), note: formatUsd(originalCents) },
    {
      label: couponCode ? `Discount (${couponCode})` : 'Discount',
      // In rupees, what lies between the two sums: the column adds up to the paisa.
      value: `−${formatInr(original - amount)}`,
      note: `−${formatUsd(discountCents)}`,
    },
  ]
  return [
    ...(discountCents > 0 ? reductions : []),
    {
      label: totalLabel,
      value: formatInr(amount),
      note: describeCharge(amountCents, usdInrRate),
      isTotal: true,
    },
  ]
}

/** @example describeCharge(129_900, '84.250000') // $1,299.00 at ₹84.25 to the US dollar */
export function describeCharge(cents: number, usdInrRate: string): string {
  return `${formatUsd(cents)} at ${inr.format(Number(usdInrRate))} to the US dollar`
}
