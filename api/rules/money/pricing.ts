/** Calculates with money in integer minor units. Browser and server run the same code. */

export type DiscountType = 'percentage' | 'fixed'

/** `discount` is in percent for `percentage` and in dollars for `fixed`. */
export interface Discount {
  discountType: DiscountType
  discount: number
}

export interface Quote {
  originalCents: number
  discountCents: number
  amountCents: number
}

const LARGEST_CENTS = 2_147_483_647

/** The shop's only rounding rule: half away from zero. Both numbers must be integers and not negative. */
export function divideRounded(dividend: bigint, divisor: bigint): number {
  return Number((dividend * 2n + divisor) / (divisor * 2n))
}

/** Hundredths of a decimal figure without floating-point drift: 12.5 → 1250, 19.99 → 1999. */
function toHundredths(figure: number): number {
  return Math.round(Number(`${figure}e2`))
}

/** The smallest amount that the provider charges to a card. */
export const SMALLEST_CHARGE_CENTS = 100

/** Whether an amount is too small for a card. An amount of 0 is not, because it is not charged. */
export function isBelowMinimum(amountCents: number): boolean {
  return amountCents > 0 && amountCents < SMALLEST_CHARGE_CENTS
}

/**
 * The price of one package with an optional coupon.
 * A percentage takes price × discount ÷ 100; anything else is a fixed amount capped at the price (docs/product/shop.md, Price of an order).
 */
export function quotePrice(priceCents: number, coupon?: Discount | null): Quote {
  if (!coupon) return { originalCents: priceCents, discountCents: 0, amountCents: priceCents }
  const hundredths = toHundredths(coupon.discount)
  const wanted =
    coupon.discountType === 'percentage'
      ? divideRounded(BigInt(priceCents) * BigInt(hundredths), 10_000n)
      : hundredths
  const discountCents = Math.min(Math.max(wanted, 0), priceCents)
  return { originalCents: priceCents, discountCents, amountCents: priceCents - discountCents }
}

/**
 * Reads a price in dollars, given as a number or as text such as `"$1,299.50"`.
 * @returns minor units, or undefined unless it is a price with at most two decimals from 0 to $21,474,836.47
 * @example parsePriceCents('$1,299.50') // 129950
 */
export function parsePriceCents(price: number | string): number | undefined {
  const text = typeof price === 'number' ? String(price) : price.trim().replace(/^\$\s*/, '')
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  const cents = Number(match[1]?.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return cents <= LARGEST_CENTS ? cents : undefined
}

/**
 * Takes a proportional part of an amount. Parts that are taken one after the other add up exactly to the amount.
 * @param from how much of `whole` was taken before; `to`: how much is taken once this part is
 * @example takeShare(100, { from: 0, to: 1, whole: 3 }) // 33
 */
export function takeShare(
  amount: number,
  { from, to, whole }: { from: number; to: number; whole: number },
): number {
  if (whole === 0) return 0
  const shareOf = (part: number) => divideRounded(BigInt(amount) * BigInt(part), BigInt(whole))
  return shareOf(to) - shareOf(from)
}

/** Minor units as the decimal string that the API sends: 9900 → `"99.00"`. */
export function toDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Minor units as the number of dollars that the API sends: 129950 → 1299.5. */
export function toDollars(cents: number): number {
  return Number(toDecimal(cents))
}

/**
 * Converts US cents to rupees at a rate such as `"84.25"` (rupees per dollar, up to six decimals).
 * @returns paise
 */
export function convertToPaise(cents: number, usdInrRate: string): number {
  const [whole = '0', fraction = ''] = usdInrRate.split('.')
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
  return divideRounded(BigInt(cents) * micros, 1_000_000n)
}
