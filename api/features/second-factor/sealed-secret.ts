/**
 * Secrets of authenticator apps, encrypted in the database: AES-256-GCM under a key made of the session secret. A leaked
 * table, or a backup of it, shows none (docs/decisions/028-second-factor.md).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Env } from '../../env.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Secrets = Pick<Env, 'sessionSecrets'>

/** Of one user: what is sealed for another does not open. */
const keyOf = (sessionSecret: string, userId: number) =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', `totp:${userId}`, 32))

/** With the first of the session secrets, as sessions are signed. */
export function sealSecret({ sessionSecrets }: Secrets, userId: number, secret: Uint8Array): Buffer {
  const [sessionSecret = ''] = sessionSecrets
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(sessionSecret, userId), nonce)
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** @returns undefined where none of the session secrets has sealed it */
export function openSecret({ sessionSecrets }: Secrets, userId: number, sealed: Buffer): Buffer | undefined {
  const [nonce, text, tag] = [
    sealed.subarray(0, NONCE_BYTES),
    sealed.subarray(NONCE_BYTES, -TAG_BYTES),
    sealed.subarray(-TAG_BYTES),
  ]
  for (const sessionSecret of sessionSecrets) {
    const decipher = createDecipheriv(ALGORITHM, keyOf(sessionSecret, userId), nonce).setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(text), decipher.final()])
    } catch {
      // Sealed with another one.
    }
  }
  return undefined
}
