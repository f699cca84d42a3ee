/** Limits on wrong passwords: strangers are stopped, and the owner is not. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { buyerForm } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusesOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } })

const RIGHT = 'the-right-password'
let passwordHash: Promise<string> | undefined
/** Each test has its own owner, because attempts are remembered. */
let email = ''
let ownerId = 0
let nth = 0
beforeEach(async () => {
  nth += 1
  email = `owner-${nth}@example.com`
  passwordHash ??= hashCheaply(RIGHT)
  ownerId = (await insertUser(shop.db, { email, passwordHash: await passwordHash })).id
})

/** @param host the last part of the address that the visitor calls from */
const login = (visitor: Visitor, password: string, host: number, as = email) =>
  visitor.call('POST', '/api/auth/login', { email: as, password }, from(host))
const from = (host: number) => ({ 'x-forwarded-for': `10.7.${nth}.${host}` })

/** One stranger at each of the addresses tries five wrong passwords, all at once. */
async function guessFrom(hosts: number[]): Promise<void> {
  const responses = await Promise.all(
    hosts.flatMap((host) => Array.from({ length: 5 }, () => login(new Visitor(shop), 'wrong-guess', host))),
  )
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
}

/** Orders with a wrong password of the owner, from the address whose last part is 1. */
const orderAsOwner = (visitor: Visitor, packageId: number) =>
  visitor.call(
    'POST',
    '/api/create-order',
    { packageId, finalAmount: 1299, userData: buyerForm({ email, password: 'wrong-guess' }) },
    from(1),
  )

/** Opens a browser in which the owner has signed in before. */
async function openDevice(): Promise<Visitor> {
  const device = new Visitor(shop)
  expect((await login(device, RIGHT, 100)).statusCode).toBe(200)
  await device.call('POST', '/api/auth/logout', undefined)
  return device
}

describe('strangers who guess from everywhere', () => {
  test('do not lock the owner out of a new device', async () => {
    await guessFrom([1, 2, 3])
    expect((await login(new Visitor(shop), 'wrong-guess', 1)).statusCode).toBe(429)
    expect((await login(new Visitor(shop), RIGHT, 50)).statusCode).toBe(200)
  })

  test('do not lock the owner out of a known device, even at their own address', async () => {
    const device = await openDevice()
    await guessFrom([1])
    const spray = (index: number) => login(new Visitor(shop), 'wrong-guess', 1, `n${index}@example.com`)
    expect(await statusesOf(46, spray)).toEqual([...Array(45).fill(401), 429])
    expect((await login(device, RIGHT, 1)).statusCode).toBe(200)
  })

  test('do not lock a signed-in owner out of the calls that need the password', async () => {
    const session = await openSession(shop, ownerId)
    const { id } = await insertPackage(shop.db)
    const order = () => orderAsOwner(new Visitor(shop), id)
    expect(await statusesOf(6, order)).toEqual([...Array(5).fill(409), 429])
    const body = { currentPassword: RIGHT, newPassword: 'another-fine-secret' }
    const changed = await session.call('PUT', '/api/user/password', body, from(1))
    expect(changed.statusCode).toBe(204)
  })

  test('slow a new device down, a little more with each try, and a known one not at all', async () => {
    const device = await openDevice()
    await guessFrom([1, 2, 3, 4])
    const measure = async (visitor: Visitor, host: number) => {
      const startedAt = performance.now()
      expect((await login(visitor, RIGHT, host)).statusCode).toBe(200)
      return performance.now() - startedAt
    }
    // The eleventh try above the limit of ten waits 1.1 seconds.
    expect(await measure(new Visitor(shop), 50)).toBeGreaterThan(1_050)
    const tookMs = await Promise.all([measure(device, 51), measure(new Visitor(shop), 52)])
    expect(tookMs[0]).toBeLessThan(tookMs[1])
  })

  test('cause a mail to the owner, once a day, which names nobody', async () => {
    await guessFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    await guessFrom([12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22])
    await shop.finishJobs()
    const rows = await OutboxMessage.query(shop.db).where({ kind: 'password_guesses' })
    expect(rows).toMatchObject([{ state: 'sent', toEmail: email }])
    const mail = await readFile(join(shop.mailDir, `${rows[0]?.messageId}.eml`), 'utf8')
    expect(mail).toContain('Many wrong passwords')
    expect(mail).not.toContain('Clara')
    expect((await login(new Visitor(shop), RIGHT, 50)).statusCode).toBe(200)
  })
})

describe('a known device', () => {
  test('has five tries of its own', async () => {
    const device = await openDevice()
    const tries = (index: number) => login(device, 'wrong-guess', index)
    expect(await statusesOf(6, tries)).toEqual([...Array(5).fill(401), 429])
    expect((await login(new Visitor(shop), RIGHT, 50)).statusCode).toBe(200)
  })

  test('is known only for the account that it has signed in to, and its cookie cannot be forged', async () => {
    const device = await openDevice()
    const [id = '', signature = ''] = device.cookies.get('device')?.split('.') ?? []
    const other = await insertUser(shop.db, { passwordHash: (await passwordHash) ?? '' })
    const forged = new Visitor(shop)
    forged.cookies.set('device', `${id.replace(/./, (first) => (first === 'A' ? 'B' : 'A'))}.${signature}`)
    for (const [visitor, as] of [
      [device, other.email],
      [forged, email],
    ] as const) {
      const guess = (index: number) => {
        const again = new Visitor(shop)
        again.cookies.set('device', visitor.cookies.get('device') ?? '')
        return login(again, `wrong-guess-${index}`, 7, as)
      }
      expect(await statusesOf(5, guess)).toEqual(Array(5).fill(401))
      // A stranger at the same address has no tries left, so these counted as a stranger's.
      expect((await login(new Visitor(shop), RIGHT, 7, as)).statusCode).toBe(429)
    }
  })

  test('gives no endless tries to whoever knew the password once and signed in on many', async () => {
    const devices: Visitor[] = []
    while (devices.length < 6) devices.push(await openDevice())
    const guess = (index: number) => login(devices[index % 6] as Visitor, 'wrong-guess', 1)
    expect(await statusesOf(21, guess)).toEqual([...Array(20).fill(401), 429])
  })

  test('is remembered by a cookie that no script reads', async () => {
    const signedIn = await login(new Visitor(shop), RIGHT, 1)
    expect(signedIn.cookies.find(({ name }) => name === 'device')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    })
  })
})

test('whoever is signed in counts as a stranger at the password of another account', async () => {
  const session = await openSession(shop, (await insertUser(shop.db)).id)
  const { id } = await insertPackage(shop.db)
  expect(await statusesOf(6, () => orderAsOwner(session, id))).toEqual([...Array(5).fill(409), 429])
  expect((await login(new Visitor(shop), RIGHT, 1)).statusCode).toBe(429)
})
