/** Second factors in journeys: a virtual authenticator, an authenticator app, and sessions without a fresh proof. */
import type { Knex } from 'knex'
import { Secret, TOTP } from 'otpauth'
import { expect, type Locator, type Page } from 'playwright/test'
import type { AddedFactor, TotpSetup } from '#api/contract/people/second-factor.ts'
import { Session } from '#db/models/people/session.ts'
import type { User } from '#db/models/people/user.ts'

/** Adds a virtual device that stores passkeys and unlocks at once. */
export async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const PERIOD_MS = 30_000

/**
 * @returns the code that an authenticator app shows. The API accepts each code once, up to one period early or late.
 * @param secret in base32; blanks are ignored
 * @param periodsAhead number of periods from now
 */
export function readCode(secret: string, periodsAhead = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) })
  return app.generate({ timestamp: Date.now() + periodsAhead * PERIOD_MS })
}

/** Sets up an app for the user who has just signed in. @returns its secret, and the first recovery codes */
export async function setUpApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const setup = await page.request.post('/api/user/totp')
  expect(setup.status()).toBe(201)
  const { secret } = (await setup.json()) as TotpSetup
  const confirmed = await page.request.post('/api/user/totp/confirm', { data: { code: readCode(secret) } })
  expect(confirmed.status()).toBe(200)
  const { recoveryCodes } = (await confirmed.json()) as AddedFactor
  return { secret, recoveryCodes: recoveryCodes ?? [] }
}

/** Makes the user's sessions require a fresh proof, as after ten minutes. */
export async function forgetProofs(db: Knex, { id }: User): Promise<void> {
  await Session.query(db).where({ userId: id }).patch({ provedAt: null })
}

export async function openSecurity(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Security' }).click()
  const dialog = page.getByRole('dialog', { name: 'Security', exact: true })
  await expect(dialog.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  return dialog
}
