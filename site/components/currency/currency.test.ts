import { readFileSync } from 'node:fs'
import { currencies } from 'virtual:content'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { SoldIn } from '#api/rules/money/sold-in.ts'
import { listPlaces } from './places.ts'
import { writeShown } from './shown.ts'

const SOLD_IN: SoldIn = {
  default: 'USD',
  offered: [
    { code: 'EUR', countries: ['DE', 'FR'], endings: '9' },
    { code: 'INR', countries: ['IN'], endings: '9' },
  ],
}
afterAll(() => void Object.assign(currencies, { offered: [] }))

const source = readFileSync(new URL('guess-currency.js', import.meta.url), 'utf8')
/** @returns the guess in a browser with this time zone and these languages */
function guess(timeZone: string, languages: string[], chosen?: string): string {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  vi.stubGlobal('navigator', { languages })
  const run = new Function('places', 'chosen', `${source}\nreturn guessCurrency(places, chosen)`)
  return run(listPlaces(SOLD_IN), chosen)
}
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['where the clock is', 'Europe/Berlin', ['en-US'], undefined, 'EUR'],
  ['the older name of a zone', 'Asia/Calcutta', ['en-US'], undefined, 'INR'],
  ['the newer name of a zone', 'Asia/Kolkata', ['en-US'], undefined, 'INR'],
  ['a language, where the clock says nothing', 'UTC', ['en', 'fr-FR'], undefined, 'EUR'],
  ['the default where neither is known', 'America/New_York', ['en-US', 'de'], undefined, 'USD'],
  ['a choice before all others', 'Europe/Berlin', ['de-DE'], 'USD', 'USD'],
  ['no choice that the shop does not sell in', 'Europe/Berlin', ['de-DE'], 'GBP', 'EUR'],
])('the currency is guessed by %s', (_, zone, languages, chosen, currency) => {
  expect(guess(zone, languages, chosen)).toBe(currency)
})

test('one text of all is shown, and without a script the default one and no switch', () => {
  expect(writeShown(SOLD_IN)).toContain(
    'html:not([data-currency]) :is([data-in]:not([data-in~=USD]),[data-currency-switch]),' +
      '[data-currency=USD] [data-in]:not([data-in~=USD]),[data-currency=EUR] [data-in]:not([data-in~=EUR]),' +
      '[data-currency=INR] [data-in]:not([data-in~=INR]){display:none}',
  )
})

test('a price has a text for each currency, the same one where the package has none in it', async () => {
  Object.assign(currencies, SOLD_IN)
  const { listTexts } = await import('#site/kit/ui/primitives/price.tsx')
  const { formatIn } = await import('#api/rules/money/priced.ts')
  const item = { price: 1299, currency: 'USD', prices: { EUR: 1199 } }
  expect(listTexts((code) => formatIn(item, code))).toEqual([
    { text: '$1,299.00', codes: 'USD INR' },
    { text: '€1,199.00', codes: 'EUR' },
  ])
})
