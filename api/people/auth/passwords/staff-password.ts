/** Stricter password rules for accounts with rights (docs/product/account.md, Passwords). */

import { brand } from '#api/content/content.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { SHORTEST_STAFF_PASSWORD } from '#api/rules/password-rules.ts'
import { hasRights, type Rights } from '#api/rules/rights.ts'
import { isDemoAccount } from '#db/seeds/accounts.ts'

export interface PasswordOwner extends Partial<Rights> {
  firstName: string
  lastName: string
  email: string
  company?: string | null | undefined
}

/** Shorter names and parts of names, such as "Al" and "the", occur in too many words to be forbidden. */
const SHORTEST_NAME = 3
const SHORTEST_PART = 4

/** @returns a message for the user; undefined for a fine password, for customers and for demo accounts */
export function findStaffPasswordFault(
  { isProduction }: Pick<Env, 'isProduction'>,
  password: string,
  owner: PasswordOwner,
): string | undefined {
  if (!hasRights(owner) || isDemoAccount(isProduction, owner.email)) return undefined
  if (password.length < SHORTEST_STAFF_PASSWORD) {
    return `Staff and admin passwords must have at least ${SHORTEST_STAFF_PASSWORD} characters`
  }
  const squeezed = squeeze(password)
  return listPersonalWords(owner).some((word) => squeezed.includes(word))
    ? 'Staff and admin passwords must not contain a name, email or company'
    : undefined
}

function listPersonalWords({ firstName, lastName, email, company }: PasswordOwner): string[] {
  const [mailbox = ''] = email.split('@')
  const names = [brand.name, firstName, lastName, mailbox, company ?? '']
  const parts = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
  return [
    ...names.map(squeeze).filter((name) => name.length >= SHORTEST_NAME),
    ...parts.map(squeeze).filter((part) => part.length >= SHORTEST_PART),
  ]
}

/** @example squeeze('S.t-a_c k') // stack */
function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
