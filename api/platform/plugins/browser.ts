/** Recognises the browser, or the frame on another website, that placed an order (docs/product/shop.md, The browser of an order). */
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#api/platform/app-type.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { FRAME_SECRET_HEADER } from '#api/rules/embed.ts'
import { isHttps } from './session.ts'

const BROWSER_COOKIE = 'browser'
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
/** Longer than an unpaid order stays payable. */
const EXPIRES_IN_SECONDS = 7 * 24 * 3600

/** A frame is recognised by its secret only: depending on the website, browsers may or may not send cookies with its calls. */
const findFrameSecret = ({ headers }: FastifyRequest) => headers[FRAME_SECRET_HEADER] as string | undefined

function findToken(request: FastifyRequest): string | undefined {
  const token = findFrameSecret(request) ?? request.cookies[BROWSER_COOKIE]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** @returns the SHA-256 of the browser's cookie or the frame's secret; undefined if there is none */
export function readBrowserHash(request: FastifyRequest): Buffer | undefined {
  const token = findToken(request)
  return token === undefined ? undefined : hashToken(token)
}

/**
 * With an Idempotency-Key the token is derived from key, body and user, so that a retry after a lost response gets the same
 * cookie. Nobody else can derive it, because the body of a form holds its password.
 */
function makeToken({ headers, body, user }: FastifyRequest, { sessionSecrets }: Services['env']): string {
  const key = headers['idempotency-key']
  const [secret = ''] = sessionSecrets
  if (key === undefined || secret === '') return randomBytes(TOKEN_BYTES).toString('base64url')
  const call = JSON.stringify(['browser', user?.id ?? null, key, body])
  return createHmac('sha256', secret).update(call).digest('base64url')
}

/** Sets or renews the browser's cookie. A frame has a secret instead. @returns the SHA-256 of the cookie or secret */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, env: Services['env']): Buffer {
  const token = findToken(request) ?? makeToken(request, env)
  if (findFrameSecret(request) !== undefined) return hashToken(token)
  reply.setCookie(BROWSER_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(env),
    maxAge: EXPIRES_IN_SECONDS,
  })
  return hashToken(token)
}
