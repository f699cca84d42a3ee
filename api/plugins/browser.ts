/** The cookie that recognises the browser which placed an order (docs/product.md, The browser of an order). */
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../app-type.ts'
import { hashToken } from '../http/token-hash.ts'
import { isHttps } from './session.ts'

const BROWSER_COOKIE = 'browser'
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
/** Longer than an order can be paid. */
const EXPIRES_IN_SECONDS = 7 * 24 * 3600

function findToken({ cookies }: FastifyRequest): string | undefined {
  const token = cookies[BROWSER_COOKIE]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** @returns the SHA-256 of the browser's cookie; undefined where it has none */
export function readBrowserHash(request: FastifyRequest): Buffer | undefined {
  const token = findToken(request)
  return token === undefined ? undefined : hashToken(token)
}

/**
 * Of a call with an Idempotency-Key it follows from the key, the body and who calls: whose first response was lost gets the
 * same cookie with the second. Nobody else does, because the body of a form holds its password.
 */
function makeToken({ headers, body, user }: FastifyRequest, { sessionSecrets }: Services['env']): string {
  const key = headers['idempotency-key']
  const [secret = ''] = sessionSecrets
  if (key === undefined || secret === '') return randomBytes(TOKEN_BYTES).toString('base64url')
  const call = JSON.stringify(['browser', user?.id ?? null, key, body])
  return createHmac('sha256', secret).update(call).digest('base64url')
}

/** Gives the browser its cookie, or the one that it has for longer. @returns its SHA-256 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, env: Services['env']): Buffer {
  const token = findToken(request) ?? makeToken(request, env)
  reply.setCookie(BROWSER_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(env),
    maxAge: EXPIRES_IN_SECONDS,
  })
  return hashToken(token)
}
