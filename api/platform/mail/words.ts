/** Formats money, dates and names for mails. */

import { calendar, currencies } from '#api/content/content.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { convert, type Money, money } from '#api/rules/money/money.ts'
import { hasRupeesBeside } from '#api/rules/money/sold-in.ts'
import type { Tone } from '#api/rules/statuses.ts'
import type { Order } from '#db/models/orders/order.ts'
import type { Fact } from './content.ts'

/** Dates are in the company's time zone, as on invoices. */
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: calendar.timeZone,
})

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: calendar.timeZone,
})

/** Line breaks, other control characters, and marks that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** For headers and other single lines: a line break in user input could otherwise add a header. */
export function toOneLine(text: string): string {
  return text.toWellFormed().replaceAll(UNPRINTABLE, ' ').replaceAll(/ {2,}/g, ' ').trim()
}

export function formatDay(date: Date): string {
  return dayFormat.format(date)
}

/** @example formatMoment(new Date(0)) // Thursday, 1 January 1970 at 05:30 IST */
export function formatMoment(date: Date): string {
  return `${momentFormat.format(date)} ${calendar.zoneName}`
}

const utcFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** For a reader whose time zone is not known. @example formatUtc(new Date(0)) // 1 Jan 1970, 00:00 UTC */
export function formatUtc(date: Date): string {
  return `${utcFormat.format(date)} UTC`
}

export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A row that shows a status by its label and colour, from api/rules/status-labels.ts. */
export function statusFact(label: string, status: { label: string; tone: Tone }): Fact {
  return { label, value: status.label, tone: status.tone }
}

type Priced = Pick<
  Order,
  'originalCents' | 'discountCents' | 'amountCents' | 'currency' | 'usdInrRate' | 'couponCode'
>

export const nameCurrency = (code: string): string => (code === 'USD' ? 'US dollars' : code)

/** Rows that show how the price of an order came about; only the total says its value in rupees. */
export function priceFacts(order: Priced, totalLabel: string): Fact[] {
  const { usdInrRate, originalCents, amountCents, discountCents, currency, couponCode } = order
  const original = money(originalCents, currency)
  const amount = money(amountCents, currency)
  const reductions: Fact[] = [
    { label: 'Price', value: formatMoney(original) },
    {
      label: couponCode ? `Discount (${couponCode})` : 'Discount',
      value: `−${formatMoney(money(discountCents, currency))}`,
    },
  ]
  return [...(discountCents > 0 ? reductions : []), totalFact(totalLabel, amount, usdInrRate)]
}

/** @example sumUp('Total', money(129_900, 'USD'), '84.250000') // $1,299.00, with the note '₹1,09,440.75 at an exchange rate of 84.25', if the shop shows rupees too */
export function totalFact(label: string, amount: Money, usdInrRate: string): Fact {
  const total: Fact = { label, value: formatMoney(amount), isTotal: true }
  if (!hasRupeesBeside(currencies, amount.currency)) return total
  const rupees = formatMoney(convert(amount, usdInrRate, 'INR'))
  return { ...total, note: `${rupees} at an exchange rate of ${Number(usdInrRate)}` }
}
