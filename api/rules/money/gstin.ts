/** Validates registration numbers of India's goods and services tax (GST). */

/**
 * A GSTIN: the state's code (indian-states.ts; 97 is Other Territory), the company's PAN (five letters, four digits, a letter) or a tax
 * deductor's TAN, the number of the registration in the state, the kind (Z; C for tax collectors, D for tax deductors), and a check
 * character.
 */
const REGISTERED = /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][\dA-Z][1-9A-JZ][\dA-Z]$/
const STATE = /^(0[1-9]|1\d|2[0-4679]|3[0-8]|97)/
/**
 * A number without a PAN: the state's code or 99 (the Centre), a year, a country or UNO, a number, the kind and a check character.
 * UN and ON: UINs of embassies and United Nations bodies. NR: a non-resident taxable person. OS: a supplier of online services abroad
 * (OIDAR).
 */
const WITHOUT_PAN = /^\d{4}[A-Z]{3}\d{5}(UN|ON|NR|OS)[\dA-Z]$/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const compact = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

/**
 * @returns the number without spaces and in capital letters; undefined if its format, state or check character is wrong
 * @example parseGstin('27aapfu 0939f1zv') // '27AAPFU0939F1ZV'
 */
export function parseGstin(text: string): string | undefined {
  const gstin = compact(text)
  const [, kind] = WITHOUT_PAN.exec(gstin) ?? []
  if (!kind && !REGISTERED.test(gstin)) return undefined
  const isOfCentre = gstin.startsWith('99')
  const isPlace = kind === 'OS' ? isOfCentre : STATE.test(gstin) || (kind !== undefined && isOfCentre)
  return isPlace && gstin.endsWith(computeCheckCharacter(gstin)) ? gstin : undefined
}

/** False for a text that looks like an Indian number and is invalid. Tax numbers of other countries look different. */
export function isPlausibleTaxId(text: string): boolean {
  const number = compact(text)
  return (!REGISTERED.test(number) && !WITHOUT_PAN.test(number)) || parseGstin(number) !== undefined
}

/** @param gstin from `parseGstin` @returns the number's label on an invoice (CGST Rules 2017, rule 46) */
export const nameGstin = (gstin: string): string =>
  /[UO]N$/.test(WITHOUT_PAN.exec(gstin)?.[1] ?? '') ? 'UIN' : 'GSTIN'

export const NO_GSTIN = 'This is not a valid GSTIN. Please check your registration.'

/** Multiplies the digits (base 36) by 1 and 2 in turn, and adds up both digits of every product. */
function computeCheckCharacter(gstin: string): string {
  const sum = [...gstin.slice(0, 14)]
    .map((character, index) => DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, product) => total + Math.floor(product / 36) + (product % 36), 0)
  return DIGITS.charAt((36 - (sum % 36)) % 36)
}
