/**
 * The cookie of a browser that has signed in to an account before. It grants no access: it only gives that browser its own
 * count of wrong passwords, so that guessing strangers do not lock the owner out (docs/product/account.md, Wrong
 * passwords).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Env } from '#api/platform/environment/env.ts'
import type { User } from '#db/models/people/user.ts'

export const DEVICE_COOKIE = 'device'
const MOST_ACCOUNTS = 5
/** The device id, then one signature per account that it last signed in to. */
const VALUE = /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/
const ID_BYTES = 16

type Secrets = Pick<Env, 'sessionSecrets'>
export type Account = Pick<User, 'email' | 'passwordHash' | 'factors'>

/** A new password or the first second factor invalidates the signature, and the device becomes unknown. */
const sign = (secret: string, id: string, { email, passwordHash, factors }: Account) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['device', id, email.toLowerCase(), passwordHash, factors.length > 0]))
    .digest('base64url')

/**
 * @param account that the browser has signed in to
 * @param current the cookie's current value; its most recent accounts are kept
 */
export function createDeviceCookie(
  { sessionSecrets }: Secrets,
  account: Account,
  current: string | undefined,
): string {
  const [secret = ''] = sessionSecrets
  const known = readCookie(current)
  const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url')
  const signatures = new Set([sign(secret, id, account), ...(known?.signatures ?? [])])
  return [id, ...[...signatures].slice(0, MOST_ACCOUNTS)].join('.')
}

export function isKnownDevice(request: FastifyRequest, secrets: Secrets, account: Account): boolean {
  return findDevice(request, secrets, account) !== undefined
}

export type FindAccount = (email: string) => Promise<Account | undefined>

/** Looks the account up only if the browser has the cookie. @returns see {@link findDevice} */
export async function findDeviceOf(
  request: FastifyRequest,
  secrets: Secrets,
  email: string,
  findAccount: FindAccount,
): Promise<string | undefined> {
  const account = readCookie(request.cookies[DEVICE_COOKIE]) && (await findAccount(email))
  return account && findDevice(request, secrets, account)
}

/** @returns the device id; undefined if the cookie is forged, for another account, or older than the current password */
function findDevice(
  { cookies }: FastifyRequest,
  { sessionSecrets }: Secrets,
  account: Account,
): string | undefined {
  const known = readCookie(cookies[DEVICE_COOKIE])
  const isGenuine = sessionSecrets.some((secret) =>
    known?.signatures.some((signature) =>
      timingSafeEqual(Buffer.from(sign(secret, known.id, account)), Buffer.from(signature)),
    ),
  )
  return isGenuine ? known?.id : undefined
}

function readCookie(cookie: string | undefined): { id: string; signatures: string[] } | undefined {
  const [, id = '', signed = ''] = VALUE.exec(cookie ?? '') ?? []
  return id === '' ? undefined : { id, signatures: signed.split('.').slice(1) }
}
