/**
 * The token in a mail's reply address. It names an order and its customer. It expires after REPLY_DAYS, or as soon as the
 * account's address or password changes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '#api/platform/environment/env.ts'
import { DAY_MS } from '#api/platform/http/limits.ts'
import { REPLY_DAYS } from '#api/rules/periods.ts'
import { hasRights, type Rights } from '#api/rules/rights.ts'
import type { User } from '#db/models/people/user.ts'

/** Bytes for the order, the customer and the last day. */
const NAMED_BYTES = 10
const BODY_BYTES = NAMED_BYTES + 4
const BYTES = BODY_BYTES + 16
/** Lower case only, because mail servers may change the case. */
export const TOKEN_CHARACTERS = '[0-9a-v]{48}'

type Bound = Pick<User, 'id' | 'email' | 'passwordHash' | 'emailVerifiedAt' | keyof Rights>

const sign = (key: string, purpose: 'token' | 'account', text: string | Buffer) =>
  createHmac('sha256', key).update(`reply-${purpose}:`).update(text).digest()

/** A fingerprint that changes with the account's address and password. */
const markOf = (key: string, named: Buffer, { email, passwordHash }: Bound) =>
  sign(key, 'account', `${named.toString('hex')}:${email.toLowerCase()}:${passwordHash}`).subarray(0, 4)

/**
 * @returns undefined without a reply mailbox, for an unverified address, and for staff and admins, whose mailbox must not bypass
 *   their second factor
 */
export function createReplyAddress(
  { replyMailbox }: Pick<Env, 'replyMailbox'>,
  { orderId, user }: { orderId: number; user: Bound },
): string | undefined {
  const [key] = replyMailbox?.keys ?? []
  if (!replyMailbox || key === undefined || !mayReply(user)) return undefined
  const named = Buffer.alloc(NAMED_BYTES)
  named.writeUInt32BE(orderId, 0)
  named.writeUInt32BE(user.id, 4)
  named.writeUInt16BE(Math.floor(Date.now() / DAY_MS) + REPLY_DAYS, 8)
  const body = Buffer.concat([named, markOf(key, named, user)])
  const bytes = Buffer.concat([body, sign(key, 'token', body).subarray(0, BYTES - BODY_BYTES)])
  const token = BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(48, '0')
  const [local, domain] = replyMailbox.address.split('@')
  return `${local}+${token}@${domain}`
}

export const mayReply = (user: Bound) => user.emailVerifiedAt !== null && !hasRights(user)

export interface ReplyToken {
  orderId: number
  userId: number
  hasExpired: boolean
  /** Whether the account's address and password are unchanged. */
  isOf(user: Bound): boolean
}

/** @returns undefined for a forged token */
export function readReplyToken(keys: readonly string[], token: string): ReplyToken | undefined {
  let number = 0n
  for (const digit of token.toLowerCase()) number = number * 32n + BigInt(Number.parseInt(digit, 32))
  const bytes = Buffer.from(number.toString(16).padStart(BYTES * 2, '0'), 'hex')
  const body = bytes.subarray(0, BODY_BYTES)
  const key = keys.find((one) =>
    timingSafeEqual(sign(one, 'token', body).subarray(0, BYTES - BODY_BYTES), bytes.subarray(BODY_BYTES)),
  )
  if (key === undefined) return undefined
  const named = body.subarray(0, NAMED_BYTES)
  return {
    orderId: named.readUInt32BE(0),
    userId: named.readUInt32BE(4),
    hasExpired: named.readUInt16BE(8) * DAY_MS <= Date.now(),
    isOf: (user) => timingSafeEqual(markOf(key, named, user), body.subarray(NAMED_BYTES)),
  }
}
