import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const composed = 'caf\u00e9-secret'
const decomposed = 'cafe\u0301-secret'

test('a password is the same in both forms of its letters', async () => {
  for (const chosen of [composed, decomposed]) {
    const stored = await hashPassword(chosen)
    expect(await verifyPassword(stored, composed)).toBe(true)
    expect(await verifyPassword(stored, decomposed)).toBe(true)
    expect(await verifyPassword(stored, 'cafe-secret')).toBe(false)
  }
})

test('a hash of before matches the password as it was typed', async () => {
  const stored = await hash(decomposed)
  expect(await verifyPassword(stored, decomposed)).toBe(true)
  expect(await verifyPassword(undefined, decomposed)).toBe(false)
})
