/**
 * Cleans typed or pasted text before it is checked. Word processors, chats and spreadsheets add invisible characters, and variants of
 * letters and digits that look alike. Passwords, signatures and tokens are never cleaned.
 */

/** Lone surrogates, and control characters except tab and line breaks: PostgreSQL or the text's readers cannot handle them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]|\p{Surrogate}/gu
/** Word processors copy a manual line break as U+000B. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const PAGE_BREAKS = /[\u000b\u000c]/g
/**
 * They reverse the direction of the text after them, and so can disguise the text around it (Unicode Technical Report 36,
 * Bidirectional Text Spoofing). Isolates stay in long texts, because their effect ends with the paragraph.
 */
const OVERRIDES = /[\u202a-\u202e]/g
/** Does not include U+200C and U+200D: Persian and Indian names and emoji need them. */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/g
const FIXED_BLANKS = /[\u00a0\u2007\u202f]/g
const BLANKS = /[\t\p{Zs}]/gu
const DASHES = /[\p{Pd}\u2212\u02d7\u2043]/gu
const QUOTATION_MARKS =
  /^[\s"'`\u00b4\p{Pi}\p{Pf}\u201a\u201e\u300c-\u300f]+|[\s"'`\u00b4\p{Pi}\p{Pf}\u201a\u201e\u300c-\u300f]+$/gu

/** @returns whether a text that must not be changed, such as a password, can be stored unchanged */
export function isStorable(text: string): boolean {
  return text.replace(UNSTORABLE, '') === text
}

/** For one line: a name, a label, a title. Keeps line breaks, so that a check can refuse them. */
export function cleanLine(text: string): string {
  return text
    .replace(PAGE_BREAKS, ' ')
    .replace(UNSTORABLE, '')
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .trim()
}

export function cleanLongText(text: string): string {
  return text
    .replace(PAGE_BREAKS, '\n')
    .replace(UNSTORABLE, '')
    .replace(OVERRIDES, '')
    .normalize('NFC')
    .replace(FIXED_BLANKS, ' ')
    .trim()
}

/** For text that machines read: phone numbers, e-mail addresses, postal codes, tax numbers. */
export function cleanMachineText(text: string): string {
  return cleanLine(text.normalize('NFKC'))
    .replace(JOINERS, '')
    .replace(DASHES, '-')
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
}

/** For coupon, authenticator and order codes. @example cleanCode('“ＷＥＬＣＯＭＥ１０”') // WELCOME10 */
export function cleanCode(text: string): string {
  return cleanMachineText(text).replace(QUOTATION_MARKS, '')
}

/** @example cleanPhone('tel:+91-98765-43210') // +91-98765-43210 */
export function cleanPhone(text: string): string {
  return cleanMachineText(text).replace(/^tel:\s*/i, '')
}

/** A domain in Unicode becomes its ASCII form. @example cleanEmail('user@münchen.de') // user@xn--mnchen-3ya.de */
export function cleanEmail(text: string): string {
  const email = cleanMachineText(text).replace(/^mailto:/i, '')
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of ASCII
  if (at < 0 || /^[\u0000-\u007f]*$/.test(domain) || /[\s/?#:@\\[\]%]/.test(domain)) return email
  try {
    return `${email.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return email
  }
}

/** Counts from the script's zero: Unicode gives the ten decimal digits of a script consecutive code points. */
function valueOfDigit(digit: string): number {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return point - zero
}

/** A cleaned e-mail address: the HTML standard's `type=email`, with a dot in the domain. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/
