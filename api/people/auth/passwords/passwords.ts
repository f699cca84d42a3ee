import { hash, verify } from '@node-rs/argon2'
import type { Env } from '#api/platform/environment/env.ts'
import { InvalidInput, Unavailable } from '#api/platform/errors.ts'
import { isCommonPassword, PASSWORD_TOO_COMMON } from '#api/rules/common-passwords.ts'
import { normalizePassword } from '#api/rules/password-rules.ts'
import { findStaffPasswordFault, type PasswordOwner } from './staff-password.ts'

/** argon2id with the library's defaults (OWASP's first choice: 19 MiB, 2 passes). One hash costs about 25 ms of a core. */
const HASHES_AT_ONCE = 4
const LONGEST_QUEUE = 64

let running = 0
const waiting: (() => void)[] = []

/** Limits how many passwords are hashed at once, so that a flood of sign-ins leaves processor and memory to other calls. */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE) {
      throw new Unavailable('overloaded', 'The shop is busy, please try again in a moment')
    }
    // A call that ends passes its slot to the first that waits, without decreasing `running`.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Stored in place of a hash in accounts without a password. No password matches it. */
export const NO_PASSWORD = 'none'

export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(normalizePassword(password)))
}

/**
 * Hashes a new password after checking its rules.
 * @param path of the field in the form, for the error
 * @param staff needed where the owner may be staff or an admin, whose passwords have stricter rules
 * @throws InvalidInput for a common password, or one that is too weak for staff and admins
 */
export async function hashNewPassword(
  typed: string,
  path: string,
  staff?: { env: Pick<Env, 'isProduction'>; owner: PasswordOwner | undefined },
): Promise<string> {
  const password = normalizePassword(typed)
  if (isCommonPassword(password)) {
    throw new InvalidInput(path, PASSWORD_TOO_COMMON)
  }
  const fault = staff?.owner && findStaffPasswordFault(staff.env, password, staff.owner)
  if (fault) throw new InvalidInput(path, fault)
  return await hashPassword(password)
}

/** The hash of a random password. Checking it takes as long as checking a real one, so the time does not reveal an account. */
let dummyHash: Promise<string> | undefined

/**
 * Hashes of before are of the password as typed, so a password that is not in its normal form is compared in both.
 * @param passwordHash undefined where there is no account: returns false after the same time
 */
export async function verifyPassword(passwordHash: string | undefined, typed: string): Promise<boolean> {
  dummyHash ??= hash(crypto.randomUUID())
  const compared = passwordHash ?? (await dummyHash)
  // `verify` throws for NO_PASSWORD, which is no hash.
  const isOfHash = (password: string) => withSlot(() => verify(compared, password).catch(() => false))
  const password = normalizePassword(typed)
  const matches = (await isOfHash(password)) || (password !== typed && (await isOfHash(typed)))
  return matches && passwordHash !== undefined
}
