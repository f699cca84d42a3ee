/** Recovery codes for users who have lost their other factors. Each works once; the database only stores their hashes. */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { Secret } from 'otpauth'
import { RecoveryCode } from '#db/models/people/second-factor.ts'

const CODES = 10
/** 120 random bits, shown as 24 letters and digits: too many to search, so the hash needs no salt (ASVS 5.0, 6.5.2). */
const CODE_BYTES = 15

/** Ignores case, blanks and hyphens. */
const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
    .digest()

/** Replaces the user's codes. @returns codes such as `k3dm-7xq2-v4ta-wp6h-c2rn-5tzb`, which are shown only this once */
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

/** Marks the code as used. @returns false unless it is an unused code of the user */
export async function markCodeUsed(trx: Knex.Transaction, userId: number, code: string): Promise<boolean> {
  const used = await RecoveryCode.query(trx)
    .where({ userId, codeHash: hashOf(code), usedAt: null })
    .patch({ usedAt: new Date() })
  return used > 0
}

export async function countRecoveryCodes(db: Knex, userId: number): Promise<number> {
  return await RecoveryCode.query(db).where({ userId, usedAt: null }).resultSize()
}
