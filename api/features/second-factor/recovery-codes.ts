/** Codes for whoever has lost the other factors: each works once, and only hashes are stored. */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { Secret } from 'otpauth'
import { RecoveryCode } from '../../../db/models/second-factor.ts'

const CODES = 10
/** So many that a hash without salt cannot be searched: 80 bits, 16 letters and digits. */
const CODE_BYTES = 10

/** Without what people type otherwise: capitals, blanks and hyphens. */
const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
    .digest()

/** Ends the user's codes and makes new ones. @returns them as they are shown, once: `k3dm-7xq2-v4ta-wp6h` */
export async function replaceRecoveryCodes(trx: Knex.Transaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    new Secret({ size: CODE_BYTES }).base32.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-'),
  )
  await endRecoveryCodes(trx, userId)
  await RecoveryCode.query(trx).insert(codes.map((code) => ({ codeHash: hashOf(code), userId })))
  return codes
}

export async function endRecoveryCodes(trx: Knex.Transaction, userId: number): Promise<void> {
  await RecoveryCode.query(trx).where({ userId }).delete()
}

/** Uses the code up. @returns false where it is not one of the user's, or was used */
export async function markCodeUsed(trx: Knex.Transaction, userId: number, code: string): Promise<boolean> {
  const used = await RecoveryCode.query(trx)
    .where({ userId, codeHash: hashOf(code), usedAt: null })
    .patch({ usedAt: new Date() })
  return used > 0
}

export async function countRecoveryCodes(db: Knex, userId: number): Promise<number> {
  return await RecoveryCode.query(db).where({ userId, usedAt: null }).resultSize()
}
