import { hash, verify } from '@node-rs/argon2'
import type { Env } from '#api/platform/environment/env.ts'
import { InvalidInput, Overloaded } from '#api/platform/errors.ts'
import { isCommonPassword } from '#api/rules/common-passwords.ts'
import { normalizePassword, PASSWORD_TOO_COMMON } from '#api/rules/password-rules.ts'
import { findStaffPasswordFault, type PasswordOwner } from './staff-password.ts'

/**
 * Concurrent hashes. argon2id with the library's defaults (OWASP's first choice: 19 MiB, 2 passes); one hash takes about 25
 * ms of a CPU core.
 */
const HASHES_AT_ONCE = 4
const LONGEST_QUEUE = 64

let running = 0
const waiting: (() => void)[] = []

/** Limits concurrent hashing, so that a flood of sign-ins leaves CPU and memory to other calls. */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_AT_ONCE) {
    if (waiting.length >= LONGEST_QUEUE) throw new Overloaded()
    // A finished call hands its slot to the first one waiting, so `running` stays the same.
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

/** Stands for the hash in accounts without a password. No password matches it. */
export const NO_PASSWORD = 'none'

export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(normalizePassword(password)))
}

/**
 * Checks a new password against the rules, then hashes it.
 * @param path form field that the error names
 * @param staff pass it if the owner may be staff or an admin, whose passwords have stricter rules
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

/** Hash of a random password. Checking it takes as long as a real one, so that timing does not reveal whether an account exists. */
let dummyHash: Promise<string> | undefined

/**
 * Older hashes are of the password as typed, so a password that is not in normal form is tried both ways.
 * @param passwordHash undefined if there is no account: returns false after the same time
 */
export async function verifyPassword(passwordHash: string | undefined, typed: string): Promise<boolean> {
  dummyHash ??= hash(crypto.randomUUID())
  const compared = passwordHash ?? (await dummyHash)
  // `verify` throws for NO_PASSWORD, which is not a hash.
  const isOfHash = (password: string) => withSlot(() => verify(compared, password).catch(() => false))
  const password = normalizePassword(typed)
  const matches = (await isOfHash(password)) || (password !== typed && (await isOfHash(typed)))
  return matches && passwordHash !== undefined
}
