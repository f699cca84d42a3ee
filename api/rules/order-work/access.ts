/** Access that a customer gives for the work on an order, in a box of its own. */

export const ACCESS_KINDS = { hosting: 'Hosting', cms: 'CMS', domain: 'Domain', other: 'Other' } as const
export type AccessKind = keyof typeof ACCESS_KINDS

/** Of one order. */
export const MOST_ACCESS = 20
/** In characters. */
export const LONGEST_ACCESS = { address: 500, userName: 200, secret: 500, note: 2000 } as const

const SIGNS = [
  // 'Password: …', 'Passwort = …', 'pwd=…'
  /(?<![\p{L}\d])(?:password|passwort|passwd|passphrase|pass|pwd|pw|kennwort)\s?[:=]\s?\S/iu,
  // 'the password is …', if that has a digit
  /(?<![\p{L}\d])(?:password|passwort|kennwort)\s(?:is|ist)\s(?=\S*\d)\S{4}/iu,
  // 'login: name / secret7'
  /(?<![\p{L}\d])(?:login|user|user ?name|benutzer|benutzername)\s?[:=]\s?\S+\s?\/\s?(?=\S*\d)\S{4}/iu,
  // 'ftp://name:secret@host'
  /:\/\/[^\s/:@]+:[^\s/@]+@/,
]

/** Whether a text seems to hold a password. It is a guess, so it may only lead to an offer. */
export const looksLikeAccess = (text: string): boolean => SIGNS.some((sign) => sign.test(text))

/** @returns the text without the lines that seem to hold a password */
export const withoutAccess = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !looksLikeAccess(line))
    .join('\n')
    .trim()
