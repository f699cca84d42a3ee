import { afterAll } from 'vitest'
import { currencies } from '#api/content/content.ts'
import type { SoldIn } from '#api/rules/money/sold-in.ts'

/** Sells in several currencies for the rest of the test file, as if the content folder had such a currencies.yaml. */
export function sellIn(soldIn: SoldIn): void {
  const before = { minimum: undefined, ...currencies }
  Object.assign(currencies, { showsRupees: false, ...soldIn })
  afterAll(() => Object.assign(currencies, before))
}

/** Rupees for India, euros for Germany and France, yen for Japan, dollars for all others. */
export const FOUR_CURRENCIES: SoldIn = {
  default: 'USD',
  offered: [
    { code: 'INR', countries: ['IN'], endings: '9' },
    { code: 'EUR', countries: ['DE', 'FR'], endings: '9' },
    { code: 'JPY', countries: ['JP'], endings: '99' },
  ],
}
