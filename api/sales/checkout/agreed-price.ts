/** What a purchase costs, and in which instalments it is paid: computed here, and compared with what the buyer has seen. */
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import {
  assertCouponFitsCurrency,
  couponInvalid,
  findUsableCoupon,
  toDiscount,
} from '#api/catalogue/coupons/coupon.ts'
import { currencies } from '#api/content/content.ts'
import type { CreateOrderBody } from '#api/contract/sales/checkout.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import { decimalsOf } from '#api/rules/money/currencies.ts'
import { compare, type Money, money } from '#api/rules/money/money.ts'
import { type InstalmentOfOrder, splitByPlan } from '#api/rules/money/payment-plan.ts'
import { fitsCurrency, type Quote, quotePrice } from '#api/rules/money/pricing.ts'
import { isOffered, maySellIn, smallestChargeOf } from '#api/rules/money/sold-in.ts'
import type { Coupon } from '#db/models/catalogue/coupon.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { toDetails } from './provider-order.ts'

export interface AgreedPrice {
  package: Package
  coupon: Coupon | undefined
  quote: Quote
}

/** @throws NotFound, InvalidInput; Conflict coupon_invalid, price_changed if the buyer has seen another amount */
export async function agreeOnPrice(
  db: Knex,
  body: CreateOrderBody,
  user: { id: number } | null,
): Promise<AgreedPrice> {
  const sold = await findOrThrow(findPackage(db, body.packageId), 'Package')
  const { couponCode } = body.userData ?? body
  const coupon = couponCode ? await findUsableCoupon(db, couponCode, user?.id ?? null) : undefined
  if (couponCode && !coupon) throw couponInvalid(409)
  const wanted = body.currency ?? currencies.default
  const price = priceOf(sold, wanted)
  if (coupon) assertCouponFitsCurrency(coupon, price.currency)
  const quote = quotePrice(price, coupon && toDiscount(coupon))
  if (price.currency !== wanted || !isAgreed(quote.amount, body.finalAmount)) throw priceChanged(quote)
  return { package: sold, coupon, quote }
}

/** @throws Conflict price_changed, with the price in the default currency, if this country is not charged in the price's */
export function assertSoldTo(country: string, price: AgreedPrice): void {
  if (!maySellIn(currencies, country, price.quote.amount.currency)) throw priceChanged(quoteInDefault(price))
}

export function quoteInDefault({ package: sold, coupon }: AgreedPrice): Quote {
  const inDefault = priceOf(sold, currencies.default)
  const fits = coupon && fitsCurrency(toDiscount(coupon), inDefault.currency)
  return quotePrice(inDefault, fits ? toDiscount(coupon) : undefined)
}

/**
 * A page that does not ask for instalments, such as one of the previous version, has shown the whole price: the order is paid at once.
 * @returns undefined for an order that is paid at once
 * @throws Conflict price_changed if the buyer has seen another first instalment
 */
export function agreeOnInstalments(
  { package: sold, quote }: AgreedPrice,
  { inInstalments, firstInstalment }: CreateOrderBody,
): InstalmentOfOrder[] | undefined {
  if (!inInstalments) return undefined
  const instalments = splitOf(sold, quote.amount)
  if (!instalments?.[0] || !isAgreed(instalments[0].amount, firstInstalment)) throw priceChanged(quote)
  return instalments
}

/**
 * The package, locked against changes until the transaction ends.
 * @throws NotFound, Conflict price_changed if its price or its payment plan has changed since
 */
export async function lockPackageAt(
  trx: Knex.Transaction,
  { package: { id }, coupon, quote }: AgreedPrice,
  instalments: InstalmentOfOrder[] | undefined,
): Promise<Package> {
  const sold = await findOrThrow(findPackage(trx, id).forShare(), 'Package')
  const price = priceOf(sold, quote.original.currency)
  if (price.currency !== quote.original.currency || compare(price, quote.original) !== 0)
    throw priceChanged(quotePrice(price, coupon && toDiscount(coupon)))
  if (instalments && !isDeepStrictEqual(splitOf(sold, quote.amount), instalments)) throw priceChanged(quote)
  return sold
}

/** @throws Conflict price_changed if the coupon, as it is now, gives another price */
export function assertPriceWith(coupon: Coupon | undefined, { quote }: AgreedPrice): void {
  const current = quotePrice(quote.original, coupon && toDiscount(coupon))
  if (compare(current.amount, quote.amount) !== 0) throw priceChanged(current)
}

const findPackage = (db: Knex, packageId: number) =>
  Package.query(db)
    .findById(packageId)
    .where({ isActive: true })
    .select(
      'id',
      'name',
      'priceCents',
      'currency',
      'otherPrices',
      'deliveryDays',
      'includedChanges',
      'paymentPlan',
    )

/** Splits the amount left after the coupon. No instalment is below the smallest charge. */
const splitOf = ({ paymentPlan }: Package, amount: Money) =>
  splitByPlan(paymentPlan, amount, smallestChargeOf(currencies, amount.currency))

/** The price in the wanted currency. Falls back to the package's own price if the package has none in it, or the shop does not offer it. */
function priceOf({ priceCents, currency, otherPrices }: Package, wanted: string): Money {
  const other = isOffered(currencies, wanted) ? otherPrices[wanted] : undefined
  return other === undefined ? money(priceCents, currency) : money(other, wanted)
}

/** Compares with the amount that the client has shown, which may differ by half a minor unit. It is used for nothing else. */
function isAgreed({ minor, currency }: Money, shown: number | string | undefined): boolean {
  if (shown === undefined) return true
  // Avoids multiplication: rounding makes 1299.005 × 100 more than 129900.5.
  const agreed = Number(`${shown}e${decimalsOf(currency)}`)
  return Math.abs(agreed - minor) <= 0.5
}

function priceChanged(quote: Quote): Conflict {
  return new Conflict('price_changed', 'The price has changed since you saw it', toDetails(quote.amount))
}
