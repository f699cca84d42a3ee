import { describe, expect, test } from 'vitest'
import { TotpSecret } from '../../../db/models/second-factor.ts'
import type { TotpSetup } from '../../contract/second-factor.ts'
import { openSecret, sealSecret } from '../../http/sealed-secret.ts'
import { addTotp, codeOf, givePassword, insertOwner } from '../../testing/second-factor.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'
import { findStep } from './totp.ts'

const shop = openTestApp()

const give = (browser: Visitor, code: string) =>
  browser.post('/api/auth/second-factor', { method: 'totp', code })

describe('the codes of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')

  // Appendix B, SHA-1: the last six of its eight digits.
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
    // Until it is confirmed, the password alone signs in.
    expect((await givePassword(shop, user)).response.statusCode).toBe(200)
    const wrong = await browser.post('/api/user/totp/confirm', { code: codeOf(secret, -9) })
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_code'])
    const confirmed = await browser.post('/api/user/totp/confirm', { code: codeOf(secret) })
    expect(confirmed.json()).toEqual({ recoveryCodes: expect.any(Array) })
    expect((await givePassword(shop, user)).response.statusCode).toBe(401)
  })

  test('gives codes that work once', async () => {
    const { user, browser } = await insertOwner(shop)
    const { secret } = await addTotp(browser)
    const first = (await givePassword(shop, user)).browser
    // The code that confirmed the secret counts as used.
    expect((await give(first, codeOf(secret))).statusCode).toBe(400)
    const [before] = await TotpSecret.query(shop.db)
    const next = codeOf(secret, 1)
    expect((await give(first, next)).statusCode).toBe(200)
    // Sealed again at each use, so that an old session secret can be retired.
    const [after] = await TotpSecret.query(shop.db)
    expect(after?.sealedSecret.equals(before?.sealedSecret ?? Buffer.of())).toBe(false)
    const second = (await givePassword(shop, user)).browser
    expect((await give(second, next)).json()).toMatchObject({ code: 'wrong_code' })
    expect((await give(second, codeOf(secret))).statusCode).toBe(400)
  })

  test('gives a code that two browsers try at once to one of them', async () => {
    const { user, browser } = await insertOwner(shop)
    const { secret } = await addTotp(browser)
    const pending = await Promise.all([1, 2, 3, 4].map(() => givePassword(shop, user)))
    const code = codeOf(secret, 1)
    const given = await Promise.all(pending.map((each) => give(each.browser, code)))
    expect(given.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
  })

  test('works until the next one is confirmed, and then no longer', async () => {
    const { user, browser } = await insertOwner(shop)
    const old = await addTotp(browser)
    await browser.post('/api/user/totp')
    const { browser: first } = await givePassword(shop, user)
    expect((await give(first, codeOf(old.secret, 1))).statusCode).toBe(200)
    const { recoveryCodes } = await addTotp(browser)
    expect(recoveryCodes).toEqual([])
    expect(await TotpSecret.query(shop.db).resultSize()).toBe(1)
    const { browser: second } = await givePassword(shop, user)
    expect((await give(second, codeOf(old.secret, 1))).statusCode).toBe(400)
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
