/** Passkeys, with a software authenticator. */

import { describe, expect, test } from 'vitest'
import type { PasskeyCreation, PasskeyRequest, TotpSetup } from '#api/contract/people/second-factor.ts'
import { openSecret, sealSecret } from '#api/platform/http/sealed-secret.ts'
import { Authenticator } from '#api/testing/authenticator.ts'
import {
  addPasskey,
  addTotp,
  askToSign,
  givePassword,
  insertOwner,
  totpCode,
} from '#api/testing/second-factor.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Passkey, PasskeyChallenge, TotpSecret } from '#db/models/people/second-factor.ts'
import { findStep } from './totp.ts'

const shop = openTestApp()

const ALONE = '/api/auth/passkey/options'
const AFTER_PASSWORD = '/api/auth/second-factor/options'

type Faults = Parameters<Authenticator['sign']>[1]

async function signInAlone(device: Authenticator, faults?: Faults, visitor = new Visitor(shop)) {
  const response = device.sign(await askToSign(visitor, ALONE), faults)
  return await visitor.post('/api/auth/passkey', { response })
}

async function create(browser: Visitor, device: Authenticator, faults?: Faults) {
  const options = (await browser.post('/api/user/passkeys/options')).json<PasskeyCreation>()
  const response = device.create(options, faults)
  return await browser.post('/api/user/passkeys', { name: ' My phone ', response })
}

/** Somebody with a passkey. */
async function insertEnrolled() {
  const owner = await insertOwner(shop)
  return { ...owner, ...(await addPasskey(shop, owner.browser)) }
}

describe('a passkey', () => {
  test('is made for this site and this user, listed, renamed and removed', async () => {
    const { user, browser } = await insertOwner(shop)
    const options = (await browser.post('/api/user/passkeys/options')).json<PasskeyCreation>()
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user.email },
      attestation: 'none',
      excludeCredentials: [],
    })
    const made = await create(browser, new Authenticator(shop.env.publicOrigin))
    expect(made.statusCode).toBe(201)
    const { passkey } = made.json()
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null, isBackedUp: false })
    const again = (await browser.post('/api/user/passkeys/options')).json<PasskeyCreation>()
    expect(again.excludeCredentials).toMatchObject([{ type: 'public-key', transports: ['internal'] }])

    const path = `/api/user/passkeys/${passkey.id}`
    expect((await browser.patch(path, { name: 'Work phone' })).json()).toMatchObject({ name: 'Work phone' })
    const status = (await browser.get('/api/user/second-factor')).json()
    expect(status).toMatchObject({ factors: ['passkey'], passkeys: [{ name: 'Work phone' }] })
    expect((await browser.call('DELETE', path)).statusCode).toBe(204)
    expect((await browser.get('/api/auth/me')).json()).toMatchObject({ factors: [] })
    expect((await givePassword(shop, user)).response.statusCode).toBe(200)
  })

  test('of somebody else is neither renamed nor removed', async () => {
    const { id } = await insertEnrolled()
    const { browser: other } = await insertOwner(shop)
    expect((await other.patch(`/api/user/passkeys/${id}`, { name: 'Mine' })).statusCode).toBe(404)
    expect((await other.call('DELETE', `/api/user/passkeys/${id}`)).statusCode).toBe(404)
    expect(await Passkey.query(shop.db)).toMatchObject([{ name: 'My phone' }])
  })

  test('signs in without a password, under a new session id, and its use is counted', async () => {
    const { user, device } = await insertEnrolled()
    device.counter = 5
    const visitor = new Visitor(shop)
    const signedIn = await signInAlone(device, undefined, visitor)
    expect([signedIn.statusCode, signedIn.json()]).toMatchObject([200, { id: user.id, email: user.email }])
    expect([...visitor.cookies.keys()]).toEqual(expect.arrayContaining(['sid', 'device', 'signed_in']))
    expect(await statusOf(visitor)).toBe(200)
    expect(await Passkey.query(shop.db).first()).toMatchObject({ counter: 5, lastUsedAt: expect.any(Date) })
  })

  test('signs in after the password', async () => {
    const { user, device } = await insertEnrolled()
    const { browser: visitor } = await givePassword(shop, user)
    const options = await askToSign(visitor, AFTER_PASSWORD)
    expect(options.allowCredentials).toHaveLength(1)
    // The password was given, so touching the device is enough.
    const response = device.sign(options, { isLocked: true })
    const signedIn = await visitor.post('/api/auth/second-factor', { method: 'passkey', response })
    expect(signedIn.json()).toMatchObject({ id: user.id })
    expect(await statusOf(visitor)).toBe(200)
  })

  test('alone signs nobody in while it is locked', async () => {
    const { device } = await insertEnrolled()
    expect((await signInAlone(device, { isLocked: true })).json()).toMatchObject({ code: 'passkey_refused' })
  })
})

describe('what a passkey has signed is refused', () => {
  test.each<[string, Faults]>([
    ['for another origin', { origin: 'https://shop.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['with a challenge of its own', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ])('%s, when it signs in and when it is made', async (_, faults) => {
    const { browser, device } = await insertEnrolled()
    expect((await signInAlone(device, faults)).json()).toMatchObject({ code: 'passkey_refused' })
    const made = await create(browser, new Authenticator(shop.env.publicOrigin), faults)
    expect([made.statusCode, made.json().code]).toEqual([400, 'passkey_refused'])
    expect(await Passkey.query(shop.db).resultSize()).toBe(1)
  })

  test('a second time', async () => {
    const { device } = await insertEnrolled()
    const visitor = new Visitor(shop)
    const response = device.sign(await askToSign(visitor, ALONE))
    expect((await visitor.post('/api/auth/passkey', { response })).statusCode).toBe(200)
    expect((await visitor.post('/api/auth/passkey', { response })).statusCode).toBe(400)
  })

  test('in another browser than the one that asked', async () => {
    const { browser, device } = await insertEnrolled()
    const response = device.sign(await askToSign(new Visitor(shop), ALONE))
    const thief = new Visitor(shop)
    await askToSign(thief, ALONE)
    expect((await thief.post('/api/auth/passkey', { response })).statusCode).toBe(400)
    // It is not accepted as a proof either.
    const proof = await browser.post('/api/user/proof', { method: 'passkey', response })
    expect(proof.statusCode).toBe(400)
  })

  test('after five minutes', async () => {
    const { device } = await insertEnrolled()
    const visitor = new Visitor(shop)
    const response = device.sign(await askToSign(visitor, ALONE))
    await PasskeyChallenge.query(shop.db).patch({ expiresAt: new Date() })
    expect((await visitor.post('/api/auth/passkey', { response })).statusCode).toBe(400)
  })

  test('with a count that was there before: a copy of the device', async () => {
    const { device } = await insertEnrolled()
    device.counter = 5
    expect((await signInAlone(device)).statusCode).toBe(200)
    expect((await signInAlone(device)).json()).toMatchObject({ code: 'passkey_refused' })
    device.counter = 4
    expect((await signInAlone(device)).statusCode).toBe(400)
    device.counter = 6
    expect((await signInAlone(device)).statusCode).toBe(200)
  })

  test('by the passkey of somebody else, after the password', async () => {
    const { user } = await insertEnrolled()
    const { device } = await insertEnrolled()
    const { browser: visitor } = await givePassword(shop, user)
    const response = device.sign(await askToSign(visitor, AFTER_PASSWORD))
    const refused = await visitor.post('/api/auth/second-factor', { method: 'passkey', response })
    expect(refused.json()).toMatchObject({ code: 'passkey_refused' })
    expect(await statusOf(visitor)).toBe(401)
  })

  test('by another device that says it is this one', async () => {
    const { device } = await insertEnrolled()
    const visitor = new Visitor(shop)
    const options = (await visitor.post(ALONE)).json<PasskeyRequest>()
    const { id, rawId } = device.sign(options)
    const response = { ...new Authenticator(shop.env.publicOrigin).sign(options), id, rawId }
    expect((await visitor.post('/api/auth/passkey', { response })).statusCode).toBe(400)
  })

  test('by a passkey of a disabled account', async () => {
    const { user, device } = await insertEnrolled()
    await user.$query(shop.db).patch({ disabledAt: new Date() })
    expect((await signInAlone(device)).json()).toMatchObject({ code: 'account_disabled' })
  })
})

test('a passkey is made in the session that asked, and is never on two accounts', async () => {
  const { user, browser } = await insertOwner(shop)
  const options = (await browser.post('/api/user/passkeys/options')).json<PasskeyCreation>()
  const elsewhere = await openSession(shop, user.id, { provedAt: 'now()' })
  const device = new Authenticator(shop.env.publicOrigin)
  const body = { name: 'Mine', response: device.create(options) }
  expect((await elsewhere.post('/api/user/passkeys', body)).statusCode).toBe(400)
  expect((await browser.post('/api/user/passkeys', body)).statusCode).toBe(201)
  const { browser: other } = await insertOwner(shop)
  const again = await create(other, device)
  expect([again.statusCode, again.json().code]).toEqual([400, 'passkey_refused'])
})

test('an account has at most twenty passkeys', async () => {
  const { user, browser } = await insertOwner(shop)
  const row = { userId: user.id, publicKey: Buffer.of(1), counter: 0, transports: [], backedUp: false }
  const names = Array.from({ length: 20 }, (_, nth) => `key-${nth}`)
  await Passkey.query(shop.db).insert(names.map((name) => ({ ...row, name, credentialId: name })))
  const refused = await create(browser, new Authenticator(shop.env.publicOrigin))
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_passkeys'])
})

const give = (browser: Visitor, code: string) =>
  browser.post('/api/auth/second-factor', { method: 'totp', code })

describe('the codes of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')

  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('after %i seconds: %s', (seconds, code) => {
    expect(findStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  test('are good half a minute early or late, and no longer', () => {
    const stepAt = (seconds: number) => findStep(secret, '050471', (1_111_111_111 + seconds) * 1000)
    const step = Math.floor(1_111_111_111 / 30)
    expect([-30, 0, 30].map(stepAt)).toEqual([step, step, step])
    expect([-60, 60].map(stepAt)).toEqual([undefined, undefined])
  })

  test('may be typed with blanks', () => {
    expect(findStep(secret, ' 050 471 ', 1_111_111_111_000)).toBeDefined()
  })
})

describe('an authenticator app', () => {
  test('is set up by a picture, a link or a secret, and counts when a code of it was given', async () => {
    const { user, browser } = await insertOwner(shop)
    const begun = await browser.post('/api/user/totp')
    expect(begun.statusCode).toBe(201)
    const { secret, uri, qrCode } = begun.json<TotpSetup>()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const link = new URL(uri)
    expect(link.protocol).toBe('otpauth:')
    expect(decodeURIComponent(link.pathname)).toContain(user.email)
    expect(link.searchParams.get('secret')).toBe(secret)
    expect(qrCode.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    // Until it is confirmed, the password alone is enough.
    expect((await givePassword(shop, user)).response.statusCode).toBe(200)
    const wrong = await browser.post('/api/user/totp/confirm', { code: totpCode(secret, -9) })
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_code'])
    const confirmed = await browser.post('/api/user/totp/confirm', { code: totpCode(secret) })
    expect(confirmed.json()).toEqual({ recoveryCodes: expect.any(Array) })
    expect((await givePassword(shop, user)).response.statusCode).toBe(401)
  })

  test('gives codes that work once', async () => {
    const { user, browser } = await insertOwner(shop)
    const { secret } = await addTotp(browser)
    const first = (await givePassword(shop, user)).browser
    // The code that confirmed the secret counts as used.
    expect((await give(first, totpCode(secret))).statusCode).toBe(400)
    const [before] = await TotpSecret.query(shop.db)
    const next = totpCode(secret, 1)
    expect((await give(first, next)).statusCode).toBe(200)
    // Encrypted again at each use, so that an old session secret can be retired.
    const [after] = await TotpSecret.query(shop.db)
    expect(after?.sealedSecret.equals(before?.sealedSecret ?? Buffer.of())).toBe(false)
    const second = (await givePassword(shop, user)).browser
    expect((await give(second, next)).json()).toMatchObject({ code: 'wrong_code' })
    expect((await give(second, totpCode(secret))).statusCode).toBe(400)
  })

  test('gives a code that two browsers try at once to one of them', async () => {
    const { user, browser } = await insertOwner(shop)
    const { secret } = await addTotp(browser)
    const pending = await Promise.all([1, 2, 3, 4].map(() => givePassword(shop, user)))
    const code = totpCode(secret, 1)
    const given = await Promise.all(pending.map((each) => give(each.browser, code)))
    expect(given.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
  })

  test('works until the next one is confirmed, and then no longer', async () => {
    const { user, browser } = await insertOwner(shop)
    const old = await addTotp(browser)
    await browser.post('/api/user/totp')
    const { browser: first } = await givePassword(shop, user)
    expect((await give(first, totpCode(old.secret, 1))).statusCode).toBe(200)
    const { recoveryCodes } = await addTotp(browser)
    expect(recoveryCodes).toEqual([])
    expect(await TotpSecret.query(shop.db).resultSize()).toBe(1)
    const { browser: second } = await givePassword(shop, user)
    expect((await give(second, totpCode(old.secret, 1))).statusCode).toBe(400)
  })

  test('has a secret that neither the database nor any response shows afterwards', async () => {
    const { browser } = await insertOwner(shop)
    const { secret } = await addTotp(browser)
    const stored = await TotpSecret.query(shop.db)
    expect(JSON.stringify(stored)).not.toContain(secret)
    for (const url of ['/api/user/second-factor', '/api/auth/me', '/api/user/data']) {
      expect((await browser.get(url)).body).not.toContain(secret)
    }
  })
})

describe('a sealed secret', () => {
  const secret = Buffer.from('12345678901234567890')
  const [old, recent] = [{ sessionSecrets: ['o'.repeat(32)] }, { sessionSecrets: ['n'.repeat(32)] }]

  test('opens for its own user alone, and unchanged alone', () => {
    const sealed = sealSecret(old, 'totp:7', secret)
    expect(openSecret(old, 'totp:7', sealed)).toEqual(secret)
    expect(openSecret(old, 'totp:8', sealed)).toBeUndefined()
    expect(sealed.includes(secret)).toBe(false)
    sealed.writeUInt8(sealed.readUInt8(15) ^ 1, 15)
    expect(openSecret(old, 'totp:7', sealed)).toBeUndefined()
  })

  test('opens while the session secret that sealed it is still listed', () => {
    const sealed = sealSecret(old, 'totp:7', secret)
    const both = { sessionSecrets: [...recent.sessionSecrets, ...old.sessionSecrets] }
    expect(openSecret(both, 'totp:7', sealed)).toEqual(secret)
    expect(openSecret(recent, 'totp:7', sealed)).toBeUndefined()
    expect(openSecret(recent, 'totp:7', sealSecret(both, 'totp:7', secret))).toEqual(secret)
  })
})
