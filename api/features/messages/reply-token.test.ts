import { expect, test, vi } from 'vitest'
import { createReplyAddress, readReplyToken } from './reply-token.ts'

const env = {
  replyMailbox: {
    ...{ imapUrl: 'imaps://x', address: 'reply@shop.example', authservId: 'mx' },
    keys: ['a'.repeat(32)],
  },
}
const user = {
  ...{ id: 7, email: 'Clara@example.com', passwordHash: 'hash', emailVerifiedAt: new Date() },
  ...{ isStaff: false, isAdmin: false, isAccountant: false },
}
const make = (fields = {}, secrets = env) =>
  createReplyAddress(secrets, { orderId: 12, user: { ...user, ...fields } })
const read = (address = '', keys = env.replyMailbox.keys) =>
  readReplyToken(keys, address.slice(6, address.indexOf('@')))

test('a reply address names order and customer, in at most 64 characters of lower case before the @', () => {
  const address = make() ?? ''
  expect(address).toMatch(/^reply\+[0-9a-v]{48}@shop\.example$/)
  for (const sent of [address, address.toUpperCase()])
    expect(read(sent)).toMatchObject({ orderId: 12, userId: 7, hasExpired: false })
  expect(read(address)?.isOf(user)).toBe(true)
  expect(read(address)?.isOf({ ...user, email: 'clara@example.com' })).toBe(true)
  expect(read(address)?.isOf({ ...user, email: 'clara@example.org' })).toBe(false)
  expect(read(address)?.isOf({ ...user, passwordHash: 'other' })).toBe(false)
})

test('it is made for verified customers alone, and only with a mailbox', () => {
  for (const fields of [
    { isStaff: true },
    { isAdmin: true },
    { isAccountant: true },
    { emailVerifiedAt: null },
  ])
    expect(make(fields)).toBeUndefined()
  expect(createReplyAddress({ replyMailbox: undefined }, { orderId: 12, user })).toBeUndefined()
})

test('a character that was changed makes another token, and a rotated key none', () => {
  const address = make() ?? ''
  for (let at = 6; at < 54; at += 1) {
    const other = address[at] === 'a' ? 'b' : 'a'
    expect(read(`${address.slice(0, at)}${other}${address.slice(at + 1)}`)).toBeUndefined()
  }
  expect(read(address, ['b'.repeat(32), ...env.replyMailbox.keys])?.isOf(user)).toBe(true)
  expect(read(address, ['b'.repeat(32)])).toBeUndefined()
})

test('it ends after 90 days', () => {
  const address = make()
  vi.useFakeTimers({ now: Date.now() + 89 * 86_400_000, toFake: ['Date'] })
  expect(read(address)?.hasExpired).toBe(false)
  vi.setSystemTime(Date.now() + 86_400_000)
  expect(read(address)?.hasExpired).toBe(true)
  vi.useRealTimers()
})
