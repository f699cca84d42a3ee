/** The places in which a browser shows prices in a currency first. An order's currency depends on the billing country alone. */
import type { SoldIn } from '#api/rules/money/sold-in.ts'

/** Some time zones were renamed. Older browsers report the old name, newer ones the new. */
const RENAMED: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** @returns the time zones of a country, by every name */
function listZones(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?: () => string[] }
  const zones = locale.getTimeZones?.() ?? []
  return zones.flatMap((zone) => [zone, RENAMED[zone] ?? []].flat())
}

/** @returns countries and time zones by currency code. The default currency is first and has none */
export function listPlaces({ default: standard, offered }: SoldIn): Record<string, string[]> {
  const places = offered.map(({ code, countries }) => {
    const listed = countries.filter((country) => country !== 'OTHER')
    return [code, listed.flatMap((country) => [country, ...listZones(country)])]
  })
  return Object.fromEntries([[standard, []], ...places])
}
