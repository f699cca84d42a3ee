/**
 * Encrypts secrets that the shop must read again: AES-256-GCM with a key derived from the session secret. A leaked table or
 * backup does not reveal them (docs/decisions/028-second-factor.md).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Env } from '#api/platform/environment/env.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Secrets = Pick<Env, 'sessionSecrets'>

/** What the secret is for. A secret encrypted for one purpose cannot be decrypted for another. */
type Purpose = `totp:${number}` | 'webhook' | `access:${number}:${string}`

const keyOf = (sessionSecret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', purpose, 32))

/** @returns a name for the key of each session secret, which does not reveal the secret; the first key encrypts */
export const fingerprintKeys = ({ sessionSecrets }: Secrets): string[] =>
  sessionSecrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'key name', 8)).toString('hex'))

export function sealSecret({ sessionSecrets }: Secrets, purpose: Purpose, secret: Uint8Array): Buffer {
  const [sessionSecret = ''] = sessionSecrets
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(sessionSecret, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** @returns undefined if none of the session secrets decrypts it */
export function openSecret(
  { sessionSecrets }: Secrets,
  purpose: Purpose,
  sealed: Buffer,
): Buffer | undefined {
  const [nonce, text, tag] = [
    sealed.subarray(0, NONCE_BYTES),
    sealed.subarray(NONCE_BYTES, -TAG_BYTES),
    sealed.subarray(-TAG_BYTES),
  ]
  for (const sessionSecret of sessionSecrets) {
    try {
      const decipher = createDecipheriv(ALGORITHM, keyOf(sessionSecret, purpose), nonce).setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()])
    } catch {
      // Encrypted with another session secret, or damaged.
    }
  }
  return undefined
}
