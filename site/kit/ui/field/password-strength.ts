/**
 * Estimates how easily a password is guessed. It only advises: the server enforces the rules. Loaded when somebody types a
 * password, because the estimator takes 11 KB.
 */
import { brand } from 'virtual:content'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { COMMON_PASSWORDS, isCommonPassword } from '#api/rules/common-passwords.ts'
import { PASSWORD_TOO_COMMON } from '#api/rules/password-rules.ts'

const estimator = new ZxcvbnFactory({ dictionary: { passwords: [...COMMON_PASSWORDS] } })
/** Checking more characters takes long and changes nothing. */
const MAX_CHECKED = 64

const ADVICE = [
  'Very easy to guess. Three or four words make a better one.',
  'Easy to guess. Three or four words make a better one.',
  'Fair. A few more characters make it better.',
  'Good.',
  'Very good.',
] as const

/** @returns the API's refusal if the password is a common one; otherwise advice */
export function describeStrength(password: string): string {
  if (isCommonPassword(password)) return PASSWORD_TOO_COMMON
  return ADVICE[estimator.check(password.slice(0, MAX_CHECKED), [brand.name]).score]
}
