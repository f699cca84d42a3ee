/** Credentials that a customer shares for the work on an order, outside the conversation. */

export const CREDENTIALS_KINDS = { hosting: 'Hosting', cms: 'CMS', domain: 'Domain', other: 'Other' } as const
export type CredentialsKind = keyof typeof CREDENTIALS_KINDS

/** Per order. */
export const MOST_CREDENTIALS = 20
/** Maximum lengths in characters. */
export const LONGEST_CREDENTIALS = { address: 500, userName: 200, secret: 500, note: 2000 } as const

const SIGNS = [
  // 'Password: …', 'Passwort = …', 'pwd=…'
  /(?<![\p{L}\d])(?:password|passwort|passwd|passphrase|pass|pwd|pw|kennwort)\s?[:=]\s?\S/iu,
  // 'the password is …', if the value has a digit
  /(?<![\p{L}\d])(?:password|passwort|kennwort)\s(?:is|ist)\s(?=\S*\d)\S{4}/iu,
  // 'login: name / secret7'
  /(?<![\p{L}\d])(?:login|user|user ?name|benutzer|benutzername)\s?[:=]\s?\S+\s?\/\s?(?=\S*\d)\S{4}/iu,
  // 'ftp://name:secret@host'
  /:\/\/[^\s/:@]+:[^\s/@]+@/,
]

/** Whether a text seems to contain a password. Only a guess: use it to suggest sharing credentials instead, never to refuse a text. */
export const looksLikeCredentials = (text: string): boolean => SIGNS.some((sign) => sign.test(text))

/** @returns the text without the lines that seem to contain a password */
export const withoutCredentials = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !looksLikeCredentials(line))
    .join('\n')
    .trim()
