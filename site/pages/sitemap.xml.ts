import type { APIRoute } from 'astro'
import type { Package } from '../../api/contract/catalogue.ts'
import { readApi } from '../client/page-data.ts'

export const prerender = false

const STATIC_PAGES = [
  '/',
  '/about',
  '/contact',
  '/terms-of-service',
  '/privacy-policy',
  '/communication-policy',
  '/refund-policy',
  '/shipping-policy',
  '/accessibility-statement',
]

/** On demand, because admins add packages without a rebuild. */
export const GET: APIRoute = async ({ locals, site, url }) => {
  const packages = await readApi<Package[]>(locals, '/api/packages')
  const paths = [...STATIC_PAGES, ...packages.map(({ slug }) => `/packages/${slug}`)]
  const entries = paths.map((path) => `<url><loc>${new URL(path, site ?? url).href}</loc></url>`)
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`
  return new Response(body, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=600, stale-while-revalidate=86400',
    },
  })
}
