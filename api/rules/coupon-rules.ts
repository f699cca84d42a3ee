/** Limits of a coupon's fields, with messages that the form and the API share. */
import { DEFAULT_CURRENCY, decimalsOf } from './money/currencies.ts'
import { parseAmount } from './money/money.ts'
import type { DiscountType } from './money/pricing.ts'

export const CODE_PATTERN = /^[A-Z0-9][A-Z0-9_-]{2,49}$/
export const CODE_MESSAGE = 'Use 3 to 50 letters, digits, hyphens or underscores'
export const DISCOUNT_MESSAGE = 'Discount must be more than 0, with at most two decimals'
export const LIMIT_MESSAGE = 'Usage limit must be a whole number of 1 or more'
export const PAST_MESSAGE = 'Expiry must be in the future'
const LARGEST_CENTS = 2_147_483_647

/** The stored status of a coupon: whether an admin lets it be used. */
export const COUPON_STATUS = { active: { isUsable: true }, inactive: { isUsable: false } } as const
/** An order's use of a coupon. isHeld: it counts against the limit. isRedeemed: the order is paid, so that the use is final. */
export const COUPON_USE = {
  reserved: { isReserved: true, isRedeemed: false, isHeld: true },
  redeemed: { isReserved: false, isRedeemed: true, isHeld: true },
  released: { isReserved: false, isRedeemed: false, isHeld: false },
} as const

/** Whether a discount, in percent or in units of a currency, is more than 0 and has at most two decimals. */
export function isDiscount(discount: number): boolean {
  return discount >= 0.01 && Math.abs(discount * 100 - Math.round(discount * 100)) < 1e-6
}

/** @returns why the discount is invalid for this type; undefined if it is valid */
export function findDiscountFault(
  discountType: DiscountType,
  discount: number,
  currency: string = DEFAULT_CURRENCY,
): string | undefined {
  if (discountType === 'percentage' && discount > 100) return 'The discount can’t exceed 100%'
  if (Math.round(discount * 100) > LARGEST_CENTS) return 'Discount is too large'
  return discountType === 'fixed' ? findAmountFault(discount, currency) : undefined
}

/** @returns why the amount is invalid for a fixed discount; undefined if it is valid */
export function findAmountFault(amount: number | string, currency: string): string | undefined {
  if (parseAmount(amount, currency)?.minor) return undefined
  return decimalsOf(currency) ? DISCOUNT_MESSAGE : 'Discount must be a whole amount of more than 0'
}
