/** Tells where to report a vulnerability (RFC 9116). It expires a year after the build, because the RFC requires a date. */

import { brand } from 'virtual:content'
import type { APIRoute } from 'astro'

const YEAR_MS = 365 * 24 * 3_600_000

export const GET: APIRoute = ({ site, url }) => {
  const lines = [
    `Contact: mailto:${brand.email.support}`,
    `Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL(url.pathname, site ?? url).href}`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
