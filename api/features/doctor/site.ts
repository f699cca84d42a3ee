import { isLoopback } from '../../../db/connection/plaintext.ts'
import { codeOf, createCheck, fault, ok, unset } from './check.ts'

const ANSWERS_WITHIN_MS = 4_000
/** The headers that every page must have. */
const HEADERS = ['x-content-type-options', 'x-frame-options', 'content-security-policy']
/** With https, every page must have this one as well. */
const HTTPS_HEADER = 'strict-transport-security'

export const originCheck = createCheck(
  'Site',
  'Public origin',
  async ({ variables, env: { publicOrigin } }) => {
    if (!variables.PUBLIC_ORIGIN) return unset(`${publicOrigin}: on this machine alone`)
    const { protocol, hostname } = new URL(publicOrigin)
    const isHttps = protocol === 'https:'
    let response: Response
    try {
      response = await fetch(publicOrigin, {
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      })
      await response.body?.cancel()
    } catch (error) {
      return fault(
        `${publicOrigin} cannot be reached from here (${codeOf(error)})`,
        'Check PUBLIC_ORIGIN, its DNS, its certificate and the proxy in front of the shop.',
      )
    }
    if (!response.ok) {
      return fault(
        `${publicOrigin} responds with ${response.status}`,
        'Check that the proxy leads to the shop and that the site is built.',
      )
    }
    const missing = [...HEADERS, ...(isHttps ? [HTTPS_HEADER] : [])].filter(
      (name) => !response.headers.has(name),
    )
    if (missing.length > 0) {
      return fault(`no ${missing.join(', ')}`, 'Let the proxy pass on the headers of api/deploy/nginx.conf.')
    }
    if (isHttps) return ok(`${publicOrigin}, with TLS and its headers`)
    return isLoopback(hostname)
      ? unset(`${publicOrigin}: on this machine alone`)
      : fault(`${publicOrigin} is unencrypted`, 'Put TLS in front of it and use https:// in PUBLIC_ORIGIN.')
  },
)
