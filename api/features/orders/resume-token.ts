/** The signed token in a mail's link to an unpaid order. It holds the order's id and the time at which it expires. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../base/env.ts'
import { RESUME_LINK_HOURS } from '../../rules/periods.ts'

const TOKEN = /^([1-9]\d{0,9})\.(\d{10})\.([\w-]{43})$/

type Secrets = Pick<Env, 'sessionSecrets'>

const sign = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`resume-order:${text}`).digest('base64url')

export function createResumeToken({ sessionSecrets }: Secrets, orderId: number): string {
  const [secret = ''] = sessionSecrets
  if (secret === '') throw new Error('SESSION_SECRET is empty: no token can be signed')
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + RESUME_LINK_HOURS * 3600
  const text = `${orderId}.${expiresAtSeconds}`
  return `${text}.${sign(secret, text)}`
}

/** @returns the order's id; undefined for a token that is forged or has expired */
export function readResumeToken({ sessionSecrets }: Secrets, token: string): number | undefined {
  const [, orderId = '', expiresAtSeconds = '', signature = ''] = TOKEN.exec(token) ?? []
  if (orderId === '') return undefined
  const text = `${orderId}.${expiresAtSeconds}`
  const isGenuine = sessionSecrets.some((secret) =>
    timingSafeEqual(Buffer.from(sign(secret, text)), Buffer.from(signature)),
  )
  return isGenuine && Number(expiresAtSeconds) * 1000 > Date.now() ? Number(orderId) : undefined
}
