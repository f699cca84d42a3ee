/** Codes of authenticator apps (TOTP, RFC 6238): six digits, a new one every 30 seconds. */
import type { Knex } from 'knex'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { brand } from '#api/content/content.ts'
import type { TotpSetup } from '#api/contract/people/second-factor.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { openSecret, sealSecret } from '#api/platform/http/sealed-secret.ts'
import { TotpSecret } from '#db/models/people/second-factor.ts'
import type { User } from '#db/models/people/user.ts'

/** The length of a SHA-1 hash, recommended by RFC 4226. */
const SECRET_BYTES = 20
/** Also accepts the previous and the next code, for inexact clocks and slow typing. */
const STEPS_OFF = 1
/** Quiet zone around the QR code, which scanners need. */
const QR_BORDER = 4

const totpOf = (secret: Uint8Array, label = '') =>
  // The defaults that every app supports: SHA-1, 6 digits, 30 seconds.
  new TOTP({ issuer: brand.name, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

/** @returns the code's time step (30-second periods since 1970); undefined if the code is wrong */
export function findStep(secret: Uint8Array, code: string, atMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  const off = totpOf(secret).validate({ token, timestamp: atMs, window: STEPS_OFF })
  return off === null ? undefined : TOTP.counter({ timestamp: atMs }) + off
}

/** Creates a secret to be confirmed, which replaces an earlier unconfirmed one. */
export async function beginTotp(db: Knex, env: Env, { id: userId, email }: User): Promise<TotpSetup> {
  const { bytes } = new Secret({ size: SECRET_BYTES })
  await db.raw(
    `INSERT INTO totp_secrets (user_id, sealed_secret) VALUES (:userId, :sealedSecret)
     ON CONFLICT (user_id) WHERE confirmed_at IS NULL
     DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = now()`,
    { userId, sealedSecret: sealSecret(env, `totp:${userId}`, bytes) },
  )
  const totp = totpOf(bytes, email)
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qrCode: drawQrCode(uri) }
}

/** Draws each horizontal run of dark modules as one rectangle. */
function drawQrCode(text: string): TotpSetup['qrCode'] {
  const { size, data } = encode(text, { ecc: 'M', border: QR_BORDER })
  const path = data.flatMap((line, y) => {
    const squares = line.map((isDark) => (isDark ? '#' : ' ')).join('')
    return [...squares.matchAll(/#+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    )
  })
  return { size, path: path.join('') }
}

/** Confirms the new secret, which replaces the former one. @returns false if the code is wrong */
export async function confirmTotp(trx: Knex.Transaction, env: Env, userId: number, code: string) {
  const waiting = await TotpSecret.query(trx).findOne({ userId, confirmedAt: null }).forUpdate()
  const secret = waiting && openSecret(env, `totp:${userId}`, waiting.sealedSecret)
  const lastStep = secret && findStep(secret, code, Date.now())
  if (!waiting || lastStep === undefined) return false
  await removeTotp(trx, userId)
  await waiting.$query(trx).patch({ confirmedAt: new Date(), lastStep })
  return true
}

/** @returns whether the code is right and its time step later than the last accepted one */
export async function acceptTotp(trx: Knex.Transaction, env: Env, userId: number, code: string) {
  const stored = await findTotp(trx, userId).forUpdate()
  const secret = stored && openSecret(env, `totp:${userId}`, stored.sealedSecret)
  const step = secret && findStep(secret, code, Date.now())
  if (!secret || step === undefined || step <= (stored.lastStep ?? 0)) return false
  // Encrypted again with the current session secret, so that a former one can be retired.
  await stored.$query(trx).patch({ lastStep: step, sealedSecret: sealSecret(env, `totp:${userId}`, secret) })
  return true
}

export function findTotp(db: Knex, userId: number) {
  return TotpSecret.query(db).where({ userId }).whereNotNull('confirmedAt').first()
}

export async function removeTotp(trx: Knex.Transaction, userId: number): Promise<number> {
  return await TotpSecret.query(trx).where({ userId }).whereNotNull('confirmedAt').delete()
}
