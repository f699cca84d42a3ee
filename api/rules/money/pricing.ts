/** The price of an order. Shared by browser and server. */
import type { CurrencyCode } from './currencies.ts'
import { compare, divideRounded, fromNumber, type Money, money, smaller, subtract } from './money.ts'

export type DiscountType = 'percentage' | 'fixed'

/** `discount` is a percentage, or for `fixed` an amount in major units of `currency`. */
export interface Discount {
  discountType: DiscountType
  discount: number
  /** Absent: the price's currency. */
  currency?: string | undefined
  /** A fixed discount in other currencies: major units by currency code. */
  amounts?: Record<string, number> | undefined
}

export interface Quote {
  original: Money
  discount: Money
  amount: Money
}

/** The smallest amount that the provider charges or refunds: 1 major unit, or 100 in a currency without decimals. */
export const smallestCharge = (currency: CurrencyCode): Money => money(100, currency)

/** @returns the fixed discount in a currency; undefined if the coupon has no amount in it */
function findFixed({ discount, currency, amounts }: Discount, wanted: CurrencyCode): Money | undefined {
  const units = (currency ?? wanted) === wanted ? discount : amounts?.[wanted]
  return units === undefined ? undefined : fromNumber(units, wanted)
}

/** Whether a coupon works in a currency: a percentage always, a fixed discount if it has an amount in it. */
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

/** Converts percent to hundredths without floating-point drift: 12.5 → 1250. */
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
  const discount = smaller(compare(wanted, none) < 0 ? none : wanted, price)
  return { original: price, discount, amount: subtract(price, discount) }
}

export function toColumns({ original, discount, amount }: Quote) {
  return {
    originalCents: original.minor,
    discountCents: discount.minor,
    amountCents: amount.minor,
    currency: original.currency,
  }
}
