/** The price of an order. Browser and server run the same code. */
import type { CurrencyCode } from './currencies.ts'
import { compare, divideRounded, fromNumber, least, type Money, money, subtract } from './money.ts'

export type DiscountType = 'percentage' | 'fixed'

/** `discount` is in percent for `percentage`, and for `fixed` in units of `currency`. */
export interface Discount {
  discountType: DiscountType
  discount: number
  /** Absent: that of the price. What older processes and tabs know has none. */
  currency?: string | undefined
  /** What a fixed discount is in other currencies, in units by their code. */
  amounts?: Record<string, number> | undefined
}

export interface Quote {
  original: Money
  discount: Money
  amount: Money
}

/** The smallest amount that the provider charges to a card or gives back: 1 unit, and 100 of a currency without decimals. */
export const smallestCharge = (currency: CurrencyCode): Money => money(100, currency)

/** @returns what a fixed coupon takes off in a currency; undefined where it has no amount in it */
function findFixed({ discount, currency, amounts }: Discount, wanted: CurrencyCode): Money | undefined {
  const units = (currency ?? wanted) === wanted ? discount : amounts?.[wanted]
  return units === undefined ? undefined : fromNumber(units, wanted)
}

/** A percentage fits every currency, a fixed discount those that it has an amount in. */
export const fitsCurrency = (coupon: Discount, currency: CurrencyCode): boolean =>
  coupon.discountType === 'percentage' || findFixed(coupon, currency) !== undefined

function fixedDiscount(coupon: Discount, currency: CurrencyCode): Money {
  const found = findFixed(coupon, currency)
  if (!found) throw new RangeError(`The coupon has no amount in ${currency}`)
  return found
}

/** Whether an amount is too small for a card. An amount of 0 is not, because it is not charged. */
export function isBelowMinimum(amount: Money, least: Money = smallestCharge(amount.currency)): boolean {
  return amount.minor > 0 && compare(amount, least) < 0
}

/** Hundredths of a percent without floating-point drift: 12.5 → 1250. */
const toHundredths = (percent: number): number => Math.round(Number(`${percent}e2`))

/**
 * The price of one package with an optional coupon.
 * A percentage takes price × discount ÷ 100; anything else is a fixed amount capped at the price (docs/product/shop.md, Price of an order).
 * @throws RangeError for a fixed discount in another currency
 */
export function quotePrice(price: Money, coupon?: Discount | null): Quote {
  const none = money(0, price.currency)
  if (!coupon) return { original: price, discount: none, amount: price }
  const wanted =
    coupon.discountType === 'percentage'
      ? money(
          divideRounded(BigInt(price.minor) * BigInt(toHundredths(coupon.discount)), 10_000n),
          price.currency,
        )
      : fixedDiscount(coupon, price.currency)
  const discount = least(compare(wanted, none) < 0 ? none : wanted, price)
  return { original: price, discount, amount: subtract(price, discount) }
}

/** A quote as the columns of an order. */
export function toColumns({ original, discount, amount }: Quote) {
  return {
    originalCents: original.minor,
    discountCents: discount.minor,
    amountCents: amount.minor,
    currency: original.currency,
  }
}
