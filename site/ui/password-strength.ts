/**
 * How easily a password is guessed. The rules are the server's. Loaded once somebody types a password, because
 * the estimator weighs 11 KB.
 */

import { brand } from 'virtual:content'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import {
  COMMON_PASSWORDS,
  isCommonPassword,
  PASSWORD_TOO_COMMON,
} from '../../api/contract/common-passwords.ts'

const estimator = new ZxcvbnFactory({ dictionary: { passwords: [...COMMON_PASSWORDS] } })
/** More takes long to look at and says nothing new. */
const LONGEST_LOOKED_AT = 64

const ADVICE = [
  'Very easy to guess. Three or four words make a better one.',
  'Easy to guess. Three or four words make a better one.',
  'Fair. A few more characters make it better.',
  'Good.',
  'Very good.',
] as const

/** @returns what the API will say of a password that it refuses as common; of any other, advice */
export function describeStrength(password: string): string {
  if (isCommonPassword(password)) return PASSWORD_TOO_COMMON
  return ADVICE[estimator.check(password.slice(0, LONGEST_LOOKED_AT), [brand.name]).score]
}
