/**
 * Secrets that the shop must read again, encrypted in the database: AES-256-GCM under a key made of the session secret. A
 * leaked table, or a backup of it, shows none (docs/decisions/028-second-factor.md).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Env } from '#api/platform/environment/env.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Secrets = Pick<Env, 'sessionSecrets'>

/** What the secret is for. A secret that was encrypted for one purpose cannot be decrypted for another. */
type Purpose = `totp:${number}` | 'webhook' | `access:${number}:${string}`

const keyOf = (sessionSecret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', purpose, 32))

/** @returns a name of the key of each session secret, from which that cannot be told; the first one's encrypts */
export const nameKeys = ({ sessionSecrets }: Secrets): string[] =>
  sessionSecrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'key name', 8)).toString('hex'))

/** Encrypts under the first session secret, which also signs sessions. */
export function sealSecret({ sessionSecrets }: Secrets, purpose: Purpose, secret: Uint8Array): Buffer {
  const [sessionSecret = ''] = sessionSecrets
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(sessionSecret, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** @returns undefined if it was encrypted under none of the session secrets */
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
      // Encrypted under another session secret, or damaged.
    }
  }
  return undefined
}
