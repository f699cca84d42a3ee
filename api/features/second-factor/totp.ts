/** Codes of authenticator apps (RFC 6238): six digits, a new one every 30 seconds. */
import type { Knex } from 'knex'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { TotpSecret } from '../../../db/models/second-factor.ts'
import type { User } from '../../../db/models/user.ts'
import { brand } from '../../content/content.ts'
import type { TotpSetup } from '../../contract/second-factor.ts'
import type { Env } from '../../env.ts'
import { openSecret, sealSecret } from '../../http/sealed-secret.ts'

/** As long as SHA-1's own output, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** For clocks that are wrong by half a minute, and codes that are typed slowly. */
const STEPS_OFF = 1
/** Empty around the code, so that cameras find it. */
const QR_BORDER = 4

const totpOf = (secret: Uint8Array, label = '') =>
  // The rest is what every app takes for granted: SHA-1, 6 digits, 30 seconds.
  new TOTP({ issuer: brand.name, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

/** @returns the code's period since 1970, which tells it from any other; undefined where it is wrong */
export function findStep(secret: Uint8Array, code: string, atMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  const off = totpOf(secret).validate({ token, timestamp: atMs, window: STEPS_OFF })
  return off === null ? undefined : TOTP.counter({ timestamp: atMs }) + off
}

/** Makes a secret that waits to be confirmed, in place of one that still does. */
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

/** The dark squares of each line as one rectangle for each run of them. */
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

/** Puts the waiting secret in the place of the one before. @returns false where the code is not of it */
export async function confirmTotp(trx: Knex.Transaction, env: Env, userId: number, code: string) {
  const waiting = await TotpSecret.query(trx).findOne({ userId, confirmedAt: null }).forUpdate()
  const secret = waiting && openSecret(env, `totp:${userId}`, waiting.sealedSecret)
  const lastStep = secret && findStep(secret, code, Date.now())
  if (!waiting || lastStep === undefined) return false
  await removeTotp(trx, userId)
  await waiting.$query(trx).patch({ confirmedAt: new Date(), lastStep })
  return true
}

/** @returns whether the code is right and newer than the last one that was accepted */
export async function acceptTotp(trx: Knex.Transaction, env: Env, userId: number, code: string) {
  const stored = await findTotp(trx, userId).forUpdate()
  const secret = stored && openSecret(env, `totp:${userId}`, stored.sealedSecret)
  const step = secret && findStep(secret, code, Date.now())
  if (!secret || step === undefined || step <= (stored.lastStep ?? 0)) return false
  // Sealed anew: with the session secret of today, so that the one before can be retired.
  await stored.$query(trx).patch({ lastStep: step, sealedSecret: sealSecret(env, `totp:${userId}`, secret) })
  return true
}

/** The confirmed one. */
export function findTotp(db: Knex, userId: number) {
  return TotpSecret.query(db).where({ userId }).whereNotNull('confirmedAt').first()
}

/** Of the confirmed one. @returns how many there were */
export async function removeTotp(trx: Knex.Transaction, userId: number): Promise<number> {
  return await TotpSecret.query(trx).where({ userId }).whereNotNull('confirmedAt').delete()
}
