/**
 * The cookie of a browser that has signed in to an account before. It grants no access. It gives that browser its own count
 * of wrong passwords, so that strangers who guess do not lock the owner out (docs/product/account.md, Wrong passwords).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Env } from '../base/env.ts'

export const DEVICE_COOKIE = 'device'
const MOST_ACCOUNTS = 5
/** The device's id, and a signature for each of the last accounts that it has signed in to. */
const VALUE = /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/
const ID_BYTES = 16

type Secrets = Pick<Env, 'sessionSecrets'>

const sign = (secret: string, id: string, email: string) =>
  createHmac('sha256', secret).update(`device:${id}:${email.toLowerCase()}`).digest('base64url')

/**
 * @param email the e-mail of the account that the browser has signed in to
 * @param current the cookie's present value: the last few accounts in it are kept
 */
export function createDeviceCookie(
  { sessionSecrets }: Secrets,
  email: string,
  current: string | undefined,
): string {
  const [secret = ''] = sessionSecrets
  const known = readCookie(current)
  const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url')
  const signatures = new Set([sign(secret, id, email), ...(known?.signatures ?? [])])
  return [id, ...[...signatures].slice(0, MOST_ACCOUNTS)].join('.')
}

/** Whether the caller's browser has signed in to the account of this e-mail before. */
export function isKnownDevice({ cookies }: FastifyRequest, secrets: Secrets, email: string): boolean {
  return findDevice(secrets, cookies[DEVICE_COOKIE], email) !== undefined
}

/** @returns the device's id; undefined if the cookie is forged or of another account */
export function findDevice(
  { sessionSecrets }: Secrets,
  cookie: string | undefined,
  email: string,
): string | undefined {
  const known = readCookie(cookie)
  const isGenuine = sessionSecrets.some((secret) =>
    known?.signatures.some((signature) =>
      timingSafeEqual(Buffer.from(sign(secret, known.id, email)), Buffer.from(signature)),
    ),
  )
  return isGenuine ? known?.id : undefined
}

function readCookie(cookie: string | undefined): { id: string; signatures: string[] } | undefined {
  const [, id = '', signed = ''] = VALUE.exec(cookie ?? '') ?? []
  return id === '' ? undefined : { id, signatures: signed.split('.').slice(1) }
}
