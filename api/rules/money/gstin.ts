/** Numbers of companies that are registered for India's goods and services tax. */

/**
 * The state's code (indian-states.ts), the company's PAN (five letters, four digits, a letter), the registration's number in
 * the state, Z, and a check character.
 */
const SHAPE = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const STATE = /^(0[1-9]|1\d|2[0-4679]|3[0-8])/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const compact = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

/**
 * @returns the number without blanks and in capital letters, or undefined if its shape, state or check character is wrong
 * @example parseGstin('27aapfu 0939f1zv') // '27AAPFU0939F1ZV'
 */
export function parseGstin(text: string): string | undefined {
  const gstin = compact(text)
  if (!SHAPE.test(gstin) || !STATE.test(gstin)) return undefined
  return gstin.endsWith(computeCheckCharacter(gstin)) ? gstin : undefined
}

/** False for a text that looks like a GSTIN and is not valid. Tax numbers of other countries look different. */
export function isPlausibleTaxId(text: string): boolean {
  return !SHAPE.test(compact(text)) || parseGstin(text) !== undefined
}

export const NO_GSTIN = 'This is no GSTIN: please compare it with your registration'

/** Multiplies the digits (base 36) by 1 and 2 in turn, and adds up both digits of every product. */
function computeCheckCharacter(gstin: string): string {
  const sum = [...gstin.slice(0, 14)]
    .map((character, index) => DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, product) => total + Math.floor(product / 36) + (product % 36), 0)
  return DIGITS.charAt((36 - (sum % 36)) % 36)
}
