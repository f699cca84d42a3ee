import type { APIRoute } from 'astro'
import { findCatalogue } from '#site/kit/client/page-data.ts'

const STATIC_PAGES = [
  '/',
  '/about',
  '/contact',
  '/developers',
  '/terms-of-service',
  '/privacy-policy',
  '/communication-policy',
  '/refund-policy',
  '/shipping-policy',
  '/accessibility-statement',
]

export const GET: APIRoute = async ({ site, url }) => {
  const { packages = [] } = (await findCatalogue()) ?? {}
  const paths = [...STATIC_PAGES, ...packages.map(({ slug }) => `/packages/${slug}`)]
  const entries = paths.map((path) => `<url><loc>${new URL(path, site ?? url).href}</loc></url>`)
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
