/**
 * The cookie of a browser that has signed in to an account before. It opens nothing: it gives that browser tries of its own
 * at the account's password, so that strangers who guess do not lock the owner out (docs/product.md, Wrong passwords).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'

export const DEVICE_COOKIE = 'device'
const VALUE = /^([\w-]{22})\.([\w-]{43})$/
const ID_BYTES = 16

type Secrets = Pick<Env, 'sessionSecrets'>

const sign = (secret: string, id: string, email: string) =>
  createHmac('sha256', secret).update(`device:${id}:${email.toLowerCase()}`).digest('base64url')

/** @param email of the account that the browser has signed in to */
export function createDeviceCookie({ sessionSecrets }: Secrets, email: string): string {
  const [secret = ''] = sessionSecrets
  const id = randomBytes(ID_BYTES).toString('base64url')
  return `${id}.${sign(secret, id, email)}`
}

/** Whether the caller's browser has signed in to the account of this e-mail before. */
export function isKnownDevice({ cookies }: FastifyRequest, secrets: Secrets, email: string): boolean {
  return findDevice(secrets, cookies[DEVICE_COOKIE], email) !== undefined
}

/** @returns the device's id; undefined where the cookie is forged or of another account */
export function findDevice(
  { sessionSecrets }: Secrets,
  cookie: string | undefined,
  email: string,
): string | undefined {
  const [, id = '', signature = ''] = VALUE.exec(cookie ?? '') ?? []
  if (id === '') return undefined
  const isGenuine = sessionSecrets.some((secret) =>
    timingSafeEqual(Buffer.from(sign(secret, id, email)), Buffer.from(signature)),
  )
  return isGenuine ? id : undefined
}
