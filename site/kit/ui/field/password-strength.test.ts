import { expect, test } from 'vitest'
import { PASSWORD_TOO_COMMON } from '#api/rules/password-rules.ts'
import { describeStrength } from './password-strength.ts'

test('a password that the shop refuses as common is called so while it is typed, whatever its case', () => {
  expect(describeStrength('PassWord1')).toBe(PASSWORD_TOO_COMMON)
  expect(describeStrength('a-fine-secret')).not.toBe(PASSWORD_TOO_COMMON)
})
