/** Signed tokens in mailed links to an unpaid order or instalment. They hold the order's id, the instalment's position and the expiry. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '#api/platform/environment/env.ts'
import { INSTALMENT_LINK_DAYS, RESUME_LINK_HOURS } from '#api/rules/periods.ts'

const TOKEN = /^([1-9]\d{0,9}(?:-[1-3])?)\.(\d{10})\.([\w-]{43})$/

type Secrets = Pick<Env, 'sessionSecrets'>
/** 'pay-part': of links that releases before 0.9.0 mailed. */
type Purpose = 'resume-order' | 'pay-instalment' | 'pay-part'

const sign = (secret: string, purpose: Purpose, text: string) =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url')

function create({ sessionSecrets }: Secrets, purpose: Purpose, subject: string, hours: number): string {
  const [secret = ''] = sessionSecrets
  if (secret === '') throw new Error('SESSION_SECRET is empty: no token can be signed')
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + hours * 3600
  const text = `${subject}.${expiresAtSeconds}`
  return `${text}.${sign(secret, purpose, text)}`
}

/** @returns the token's subject; undefined if it is forged or expired */
function read({ sessionSecrets }: Secrets, purpose: Purpose, token: string): string | undefined {
  const [, subject = '', expiresAtSeconds = '', signature = ''] = TOKEN.exec(token) ?? []
  if (subject === '') return undefined
  const text = `${subject}.${expiresAtSeconds}`
  const isGenuine = sessionSecrets.some((secret) =>
    timingSafeEqual(Buffer.from(sign(secret, purpose, text)), Buffer.from(signature)),
  )
  return isGenuine && Number(expiresAtSeconds) * 1000 > Date.now() ? subject : undefined
}

export const createResumeToken = (env: Secrets, orderId: number): string =>
  create(env, 'resume-order', String(orderId), RESUME_LINK_HOURS)

export interface InstalmentOf {
  orderId: number
  position: number
}

/** Lets whoever has the link pay this instalment, and see nothing else. */
export const createInstalmentToken = (env: Secrets, { orderId, position }: InstalmentOf): string =>
  create(env, 'pay-instalment', `${orderId}-${position}`, INSTALMENT_LINK_DAYS * 24)

/** @returns what the token lets pay: an instalment, or the unpaid order; undefined if it is forged or expired */
export function readPaymentToken(
  env: Secrets,
  token: string,
): InstalmentOf | { orderId: number } | undefined {
  const subject =
    read(env, 'pay-instalment', token) ?? read(env, 'pay-part', token) ?? read(env, 'resume-order', token)
  const [orderId, position] = (subject ?? '').split('-').map(Number)
  return orderId ? { orderId, ...(position && { position }) } : undefined
}
