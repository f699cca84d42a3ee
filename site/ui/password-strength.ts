/**
 * How easily a password is guessed, as advice: the rules are the server's. Loaded once somebody types a password, because
 * the estimator weighs 11 KB.
 */

import { brand } from 'virtual:content'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { COMMON_PASSWORDS } from '../../api/contract/common-passwords.ts'

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

export function describeStrength(password: string): string {
  return ADVICE[estimator.check(password.slice(0, LONGEST_LOOKED_AT), [brand.name]).score]
}
