/** Sets up accounts with second factors, using the same calls as browsers. */
import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type {
  AddedFactor,
  AddedPasskey,
  PasskeyRequest,
  TotpSetup,
} from '#api/contract/people/second-factor.ts'
import type { User } from '#db/models/people/user.ts'
import { insertUser } from '#db/testing/builders.ts'
import { Authenticator } from './authenticator.ts'
import { hashCheaply } from './passwords.ts'
import { openSession } from './sessions.ts'
import { type TestApp, Visitor } from './test-app.ts'

export const PASSWORD = 'a-leaked-long-secret'
let passwordHash: Promise<string> | undefined

export interface Owner {
  user: User
  /** Signed in a moment ago, so no further proof is needed. */
  browser: Visitor
}

export async function insertOwner(shop: TestApp, fields: Partial<User> = {}): Promise<Owner> {
  passwordHash ??= hashCheaply(PASSWORD)
  const user = await insertUser(shop.db, { passwordHash: await passwordHash, ...fields })
  return { user, browser: await openSession(shop, user.id, { provedAt: 'now()' }) }
}

/** Reads a response. @throws Error unless it is a success */
function read<Body>(response: LightMyRequestResponse): Body {
  if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json<Body>()
}

/** @returns the app's secret, and the recovery codes that come with a first factor */
export async function addTotp(browser: Visitor): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = read<TotpSetup>(await browser.post('/api/user/totp'))
  const confirmed = await browser.post('/api/user/totp/confirm', { code: totpCode(secret) })
  return { secret, recoveryCodes: read<AddedFactor>(confirmed).recoveryCodes ?? [] }
}

/** The code that the app shows. @param steps how many half minutes ahead, because the setup has used the current code */
export function totpCode(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
}

export async function addPasskey(
  shop: TestApp,
  browser: Visitor,
): Promise<{ id: number; device: Authenticator; recoveryCodes: string[] }> {
  const device = new Authenticator(shop.env.publicOrigin)
  const options = await browser.post('/api/user/passkeys/options')
  const body = { name: 'My phone', response: device.create(read(options)) }
  const { passkey, recoveryCodes } = read<AddedPasskey>(await browser.post('/api/user/passkeys', body))
  return { id: passkey.id, device, recoveryCodes: recoveryCodes ?? [] }
}

/** Requests the challenge to sign. @param path of the call for the options */
export async function askToSign(browser: Visitor, path: string): Promise<PasskeyRequest> {
  return read(await browser.post(path))
}

/** Enters the correct password, so that only the second factor is missing. */
export async function givePassword(shop: TestApp, { email }: User, browser = new Visitor(shop)) {
  const response = await browser.post('/api/auth/login', { email, password: PASSWORD })
  return { browser, response }
}
