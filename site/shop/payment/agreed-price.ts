/** The currency of a purchase. Prices show in the visitor's currency; the billing country decides which may be charged. */
import { currencies } from 'virtual:content'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { locate } from '#api/rules/countries.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { type Money, smaller, toNumber } from '#api/rules/money/money.ts'
import { currencyOf, maySellIn, priceIn } from '#api/rules/money/sold-in.ts'
import { GUEST_PLACEHOLDERS, omitPlaceholders } from '#api/rules/placeholders.ts'
import { callApi } from '#site/kit/client/api.ts'
import { nameCurrency } from '#site/kit/format/currency.ts'
import { $coupon } from '#site/kit/stores/coupon.ts'
import { $currency, isCurrencyChosen } from '#site/kit/stores/currency.ts'
import { quoteWithCoupon } from './coupon.ts'

/** The currency that the server or the buyer chose for a package. It holds until the billing country changes. */
export const $agreed = atom<{ packageId: number; country: string; currency: string } | undefined>()
$currency.listen(() => $agreed.set(undefined))

/** @param country '' until one is chosen */
export function billedIn({ id }: Pick<Package, 'id'>, country: string): string {
  const agreed = $agreed.get()
  if (agreed?.packageId === id && agreed.country === country) return agreed.currency
  const shown = $currency.get()
  const mayStay = country === '' || (isCurrencyChosen() && maySellIn(currencies, country, shown))
  return mayStay ? shown : currencyOf(currencies, country)
}

/** A hook that follows the currency. @returns the price, and a note if its currency differs from the one shown so far */
export function useBilled(
  item: Package,
  country: string,
): { price: Money; noteOn: (amount: Money) => string } {
  const shown = useStore($currency)
  useStore($agreed)
  const price = priceIn(item, billedIn(item, country))
  const isChanged = price.currency !== priceIn(item, shown).currency
  return {
    price,
    noteOn: (amount) =>
      isChanged
        ? `Buyers ${locate(country)} pay in ${nameCurrency(price.currency)}: ${formatMoney(amount)}.`
        : '',
  }
}

/**
 * The billing country of an account. A guest has none yet, so a guest's order counts as one from the placeholder country: in
 * the shown currency if that country may be billed in it, otherwise in the default one.
 */
export function billingCountryOf(
  person: { country: string; address: string | null } = GUEST_PLACEHOLDERS,
): string {
  const { country } = omitPlaceholders(person)
  return country || (maySellIn(currencies, GUEST_PLACEHOLDERS.country, $currency.get()) ? '' : 'OTHER')
}

/** @param country of the billing address; '' until one is chosen */
export const readPrice = (item: Package, country: string): Money => priceIn(item, billedIn(item, country))

/**
 * Remembers the total that the buyer sees when pressing Pay.
 * @returns a function that gives the order's `finalAmount` after the coupon has been rechecked. A lower total is accepted. For a
 *   higher total it returns the shown one, so that the server refuses the order and the buyer decides.
 */
export function noteTotal(price: Money): () => number {
  const { amount: shown } = quoteWithCoupon(price)
  const wasApplied = $coupon.get().applied !== null
  return () => {
    const { amount } = quoteWithCoupon(price)
    return toNumber(wasApplied ? smaller(shown, amount) : amount)
  }
}

/** Fetches the package with its current price. @returns undefined if it does not load */
export async function findFreshPackage(id: number): Promise<Package | undefined> {
  try {
    return await callApi<Package>(`/api/packages/${id}`, { isFresh: true })
  } catch {
    return undefined
  }
}
