import { IncomingMessage, ServerResponse } from 'node:http'
import { isIP, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Env } from '#api/platform/environment/env.ts'
import { Forbidden } from '#api/platform/errors.ts'
import { checkoutHosts } from '#api/rules/payment-provider.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const PERMISSIONS_POLICY = `camera=(), microphone=(), geolocation=(), payment=(self "${checkoutHosts.api}")`

/**
 * Files that pages of other websites load: the widget's scripts, which share their folder with all others, and package
 * pictures (docs/embedding.md).
 */
const FOR_OTHER_WEBSITES = /^\/(embed\.js|_astro\/|illustrations\/)/
const OPEN_TO_OTHERS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Headers that only matter for documents; API responses leave them out. */
const FOR_DOCUMENTS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Security headers of every response. A page's CSP is in its HTML; the CSP header only holds what a meta element cannot. */
export function registerHeaders(app: FastifyInstance, env: Env): void {
  const all: Record<string, string> = {
    ...readHelmetHeaders(env),
    'permissions-policy': PERMISSIONS_POLICY,
    'content-security-policy': "frame-ancestors 'none'",
  }
  const ofData = Object.fromEntries(Object.entries(all).filter(([name]) => !FOR_DOCUMENTS.includes(name)))
  // Set first, so that routes and pages can override them.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofData : all)
    if (FOR_OTHER_WEBSITES.test(request.url)) reply.headers(OPEN_TO_OTHERS)
    done()
  })
}

/** Lets any website read the responses of these routes. Without credentials: browsers send no cookies with such calls. */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    done()
  })
}

/** Helmet's headers, read once at start: they never change, and computing them per response is slow. */
function readHelmetHeaders(env: Env): Record<string, string> {
  const isHttps = env.publicOrigin.startsWith('https:')
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const setHeaders = helmet({
    // Set above: helmet refuses a policy without default-src, and the rest of the policy is in the page.
    contentSecurityPolicy: false,
    // The same rule for browsers without frame-ancestors.
    frameguard: { action: 'deny' },
    // The provider's checkout may open a bank's page in its own window.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  setHeaders(request, response, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}

/**
 * CSRF check: a call that changes something may come from the site's own pages or from a program, never from another site's
 * page. Browsers tell the source by Origin or, without it, by Sec-Fetch-Site.
 */
export function registerOriginCheck(app: FastifyInstance, env: Env): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return
    const { origin, host = '', 'sec-fetch-site': site } = request.headers
    const isForeign =
      origin === undefined
        ? site !== undefined && site !== 'same-origin' && site !== 'none'
        : origin !== env.publicOrigin && !isAddressOfDemo(origin, host, env)
    if (isForeign)
      throw new Forbidden(
        'bad_origin',
        `This call must come from the shop itself, which is at ${env.publicOrigin}`,
      )
  })
}

/**
 * Whether the call comes from a demo page that was opened by an IP address, such as http://127.0.0.1:4321. Host names other
 * than localhost are refused: another website can point its own name at this machine (DNS rebinding), but not an address.
 */
function isAddressOfDemo(origin: string, host: string, { isProduction }: Env): boolean {
  if (isProduction || origin !== `http://${host}` || !URL.canParse(origin)) return false
  const name = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || isIP(name) !== 0
}
