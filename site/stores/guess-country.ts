import { isCountry } from '../../api/rules/countries.ts'

/**
 * @param languages of the browser, in order of preference
 * @returns the country of the first language that names a listed one; '' if none does
 * @example guessCountry(['en', 'de-AT']) // 'AT'
 */
export function guessCountry(
  languages: readonly string[] = typeof window === 'undefined' ? [] : navigator.languages,
): string {
  return languages.map(findRegion).find(isCountry) ?? ''
}

/** @returns '' if the language names no country */
function findRegion(language: string): string {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    // The browser may name something that is no valid language.
    return ''
  }
}
