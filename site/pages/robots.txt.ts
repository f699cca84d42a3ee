import type { APIRoute } from 'astro'

const PRIVATE_PATHS = [
  '/api/',
  '/dashboard',
  '/admin',
  '/staff',
  '/checkout',
  '/payment-failed',
  '/reset-password',
  '/confirm-email',
  '/offer',
]

export const GET: APIRoute = ({ site, url }) => {
  const lines = [
    'User-agent: *',
    ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
    `Sitemap: ${new URL('/sitemap.xml', site ?? url).href}`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
