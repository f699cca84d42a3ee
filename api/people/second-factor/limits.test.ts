/** Limits on guessing codes, which requires the password or a session. */

import type { FastifyRequest } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDeviceCookie, isKnownDevice } from '#api/platform/http/device.ts'
import { addTotp, insertOwner, PASSWORD, totpCode } from '#api/testing/second-factor.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusesOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import type { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } })

let owner: User
let secret = ''
let nth = 0
/** Each test has its own account, because attempts are remembered. */
beforeEach(async () => {
  nth += 1
  const made = await insertOwner(shop, { email: `owner-${nth}@example.com` })
  owner = made.user
  ;({ secret } = await addTotp(made.browser))
})

/** @param host the last part of the address that the visitor calls from */
const from = (host: number) => ({ 'x-forwarded-for': `10.9.${nth}.${host}` })
const WRONG = { method: 'totp', code: '000000' }
const right = () => ({ method: 'totp', code: totpCode(secret, 1) })

async function openPending(host: number): Promise<Visitor> {
  const visitor = new Visitor(shop)
  await visitor.call('POST', '/api/auth/login', { email: owner.email, password: PASSWORD }, from(host))
  return visitor
}

const give = (visitor: Visitor, host: number, body: object) =>
  visitor.call('POST', '/api/auth/second-factor', body, from(host))

describe('codes that are guessed when signing in', () => {
  test('are five from an address in a quarter of an hour, also after the password was given again', async () => {
    const thief = await openPending(1)
    expect(await statusesOf(6, () => give(thief, 1, WRONG))).toEqual([...Array(5).fill(400), 429])
    expect((await give(await openPending(1), 1, right())).statusCode).toBe(429)
    expect((await give(await openPending(2), 2, right())).statusCode).toBe(200)
  })

  test('are twenty from all addresses in a day, recovery codes among them', async () => {
    for (const host of [1, 2, 3, 4]) {
      const thief = await openPending(host)
      const body = host === 1 ? { method: 'recovery_code', code: 'aaaa-aaaa-aaaa-aaaa' } : WRONG
      expect(await statusesOf(5, () => give(thief, host, body))).toEqual([400, 400, 400, 400, 400])
    }
    expect((await give(await openPending(5), 5, right())).statusCode).toBe(429)
  })

  test('do not keep out the owner’s own device', async () => {
    const device = await openPending(100)
    expect((await give(device, 100, right())).statusCode).toBe(200)
    await device.post('/api/auth/logout')
    for (const host of [1, 2, 3, 4]) {
      const thief = await openPending(host)
      await statusesOf(5, () => give(thief, host, WRONG))
    }
    expect((await give(await openPending(9), 9, WRONG)).statusCode).toBe(429)
    await device.call('POST', '/api/auth/login', { email: owner.email, password: PASSWORD }, from(100))
    expect((await give(device, 100, WRONG)).statusCode).toBe(400)
  })
})

describe('codes that are guessed with many device cookies of an account', () => {
  const noticesOf = (userId: number) =>
    OutboxMessage.query(shop.db)
      .where({ kind: 'account_notice' })
      .whereRaw(`payload @> ?`, [{ userId, event: 'codes_guessed' }])

  /** Tries six codes in each browser, each from its own address. @returns how many were checked */
  async function guessIn(browsers: Visitor[]): Promise<number> {
    let checked = 0
    for (const [index, browser] of browsers.entries()) {
      const host = 20 + index
      await browser.call('POST', '/api/auth/login', { email: owner.email, password: PASSWORD }, from(host))
      const statuses = await statusesOf(6, () => give(browser, host, WRONG))
      checked += statuses.filter((status) => status === 400).length
    }
    return checked
  }

  test('are as many as a stranger’s where the cookies are from before the first factor, and the owner is told once', async () => {
    const made = await insertOwner(shop, { email: `enrolling-${nth}@example.com` })
    owner = made.user
    const thieves = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((host) => openPending(host)))
    expect(thieves.every((thief) => thief.cookies.has('device'))).toBe(true)
    await addTotp(made.browser)
    expect(await guessIn(thieves)).toBe(20)
    expect(await noticesOf(owner.id)).toHaveLength(1)
    // The browser that enrolled it is still known.
    await made.browser.call('POST', '/api/auth/login', { email: owner.email, password: PASSWORD }, from(99))
    expect((await give(made.browser, 99, WRONG)).statusCode).toBe(400)
  })

  test('are twenty a day over all devices that have given a factor', async () => {
    const { browser, user } = await insertOwner(shop, { email: `devices-${nth}@example.com` })
    owner = user
    const { recoveryCodes } = await addTotp(browser)
    const devices: Visitor[] = []
    for (const [index, code] of recoveryCodes.slice(0, 6).entries()) {
      const device = await openPending(index)
      expect((await give(device, index, { method: 'recovery_code', code })).statusCode).toBe(200)
      devices.push(device)
    }
    expect(await guessIn(devices)).toBe(20)
    expect(await noticesOf(owner.id)).toHaveLength(1)
  })
})

test('a new password makes every device a stranger', async () => {
  const cookie = createDeviceCookie(shop.env, owner, undefined)
  const request = { cookies: { device: cookie } } as unknown as FastifyRequest
  expect(isKnownDevice(request, shop.env, owner)).toBe(true)
  expect(isKnownDevice(request, shop.env, { ...owner, passwordHash: 'another' } as User)).toBe(false)
  expect(isKnownDevice(request, shop.env, { ...owner, email: 'another@example.com' } as User)).toBe(false)
})

test('codes that are guessed in a stolen session count by user, in whatever session and from whatever address', async () => {
  const sessions = [await openSession(shop, owner.id), await openSession(shop, owner.id)]
  let host = 0
  const ask = async () => {
    host += 1
    return sessions[host % 2]?.call('POST', '/api/user/proof', WRONG, from(host)) ?? Promise.reject()
  }
  expect(await statusesOf(6, ask)).toEqual([...Array(5).fill(400), 429])
})

test('passkeys that do not fit are fifty from an address in a quarter of an hour', async () => {
  const visitor = new Visitor(shop)
  const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
  const body = { response: { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response } }
  const statuses = await statusesOf(51, () => visitor.call('POST', '/api/auth/passkey', body, from(1)))
  expect(statuses.indexOf(429)).toBe(50)
})
