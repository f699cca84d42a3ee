import { isCountry } from '../../api/contract/countries.ts'

/**
 * @param languages as the browser has them, the first choice first
 * @returns the country of the first language that names one on the list, '' where none does
 * @example guessCountry(['en', 'de-AT']) // 'AT'
 */
export function guessCountry(
  languages: readonly string[] = typeof window === 'undefined' ? [] : navigator.languages,
): string {
  return languages.map(findRegion).find(isCountry) ?? ''
}

/** @returns '' for a language without a country */
function findRegion(language: string): string {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    // Not a language.
    return ''
  }
}
