/**
 * The cookie of a browser that has signed in to an account before. It grants no access. It gives that browser its own count
 * of wrong passwords, so that strangers who guess do not lock the owner out (docs/product/account.md, Wrong passwords).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Env } from '#api/platform/environment/env.ts'
import type { User } from '#db/models/people/user.ts'

export const DEVICE_COOKIE = 'device'
const MOST_ACCOUNTS = 5
/** The device's id, and a signature for each of the last accounts that it has signed in to. */
const VALUE = /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/
const ID_BYTES = 16

type Secrets = Pick<Env, 'sessionSecrets'>
export type Account = Pick<User, 'email' | 'passwordHash' | 'factors'>

/** With a new password, and with the first second factor, the account knows no device any more. */
const sign = (secret: string, id: string, { email, passwordHash, factors }: Account) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['device', id, email.toLowerCase(), passwordHash, factors.length > 0]))
    .digest('base64url')

/**
 * @param account that the browser has signed in to
 * @param current the cookie's present value: the last few accounts in it are kept
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

/** Whether the caller's browser has signed in to the account before. */
export function isKnownDevice(request: FastifyRequest, secrets: Secrets, account: Account): boolean {
  return findDevice(request, secrets, account) !== undefined
}

export type FindAccount = (email: string) => Promise<Account | undefined>

/** Looks the account of the e-mail up where the browser has the cookie. @returns as {@link findDevice} */
export async function findDeviceOf(
  request: FastifyRequest,
  secrets: Secrets,
  email: string,
  findAccount: FindAccount,
): Promise<string | undefined> {
  const account = readCookie(request.cookies[DEVICE_COOKIE]) && (await findAccount(email))
  return account && findDevice(request, secrets, account)
}

/** @returns the device's id; undefined if the cookie is forged, of another account or from before its latest password */
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
