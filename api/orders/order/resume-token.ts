/** The signed token in a mail's link to an unpaid order or part. It holds the order's id, the part's position and when it expires. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '#api/platform/environment/env.ts'
import { PART_LINK_DAYS, RESUME_LINK_HOURS } from '#api/rules/periods.ts'

const TOKEN = /^([1-9]\d{0,9}(?:-[1-3])?)\.(\d{10})\.([\w-]{43})$/

type Secrets = Pick<Env, 'sessionSecrets'>
type Purpose = 'resume-order' | 'pay-part'

const sign = (secret: string, purpose: Purpose, text: string) =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url')

function create({ sessionSecrets }: Secrets, purpose: Purpose, subject: string, hours: number): string {
  const [secret = ''] = sessionSecrets
  if (secret === '') throw new Error('SESSION_SECRET is empty: no token can be signed')
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + hours * 3600
  const text = `${subject}.${expiresAtSeconds}`
  return `${text}.${sign(secret, purpose, text)}`
}

/** @returns what it is about; undefined for a token that is forged or has expired */
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

/** @returns the order's id; undefined for a token that is forged or has expired */
export function readResumeToken(env: Secrets, token: string): number | undefined {
  const subject = read(env, 'resume-order', token)
  return subject === undefined ? undefined : Number(subject)
}

export interface PartOf {
  orderId: number
  position: number
}

/** Whoever has it can pay this part, and sees nothing else. */
export const createPartToken = (env: Secrets, { orderId, position }: PartOf): string =>
  create(env, 'pay-part', `${orderId}-${position}`, PART_LINK_DAYS * 24)

/** @returns undefined for a token that is forged or has expired */
export function readPartToken(env: Secrets, token: string): PartOf | undefined {
  const [orderId, position] = read(env, 'pay-part', token)?.split('-').map(Number) ?? []
  return orderId && position ? { orderId, position } : undefined
}
