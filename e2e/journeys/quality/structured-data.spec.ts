/** The parts of a page for machines: schema.org data, pictures for sharing, icons. */
import { type APIRequestContext, expect } from 'playwright/test'
import { brand } from '#api/content/content.ts'
import { SOLD_BRIEFLY, test } from '#e2e/journeys/support/journey.ts'
import { ORIGIN } from '#e2e/support/topology.ts'

type Node = Record<string, unknown> & { '@type': string }

const PAGES = [
  ...['/', '/about', '/contact', '/terms-of-service', '/privacy-policy', '/communication-policy'],
  ...['/refund-policy', '/shipping-policy', '/accessibility-statement', '/packages/seo-foundations'],
]
/** @see https://schema.org and Google's guides to rich results: the required properties of each type */
const REQUIRED: Record<string, string[]> = {
  Organization: ['name'],
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
  AboutPage: ['name', 'description'],
  ContactPage: ['name', 'description'],
  PostalAddress: ['streetAddress', 'addressLocality', 'addressCountry'],
  ContactPoint: ['contactType', 'areaServed', 'availableLanguage'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Product: ['name', 'image', 'description', 'offers', 'brand'],
  Offer: ['price', 'priceCurrency', 'availability', 'url'],
  Brand: ['name'],
  AggregateRating: ['ratingValue', 'reviewCount'],
  Review: ['author', 'reviewRating', 'datePublished'],
  Rating: ['ratingValue'],
  Person: ['name'],
}
/** @see https://schema.org/Thing: the properties of every type */
const COMMON = ['@type', '@id', 'name', 'description', 'url', 'image', 'sameAs']
/** Optional properties of each type in schema.org. `query-input` is Google's. */
const ALLOWED: Record<string, string[]> = {
  Organization: ['legalName', 'logo', 'email', 'telephone', 'foundingDate', 'address', 'contactPoint'],
  WebSite: ['publisher'],
  PostalAddress: ['addressRegion', 'postalCode'],
  ContactPoint: ['email', 'telephone'],
  Product: ['category', 'aggregateRating', 'review'],
  Offer: ['seller'],
  AggregateRating: ['bestRating', 'worstRating'],
  Review: ['reviewBody'],
  Rating: ['bestRating', 'worstRating'],
}
/** The pattern of each property's value, for all types. */
const KINDS: Record<string, RegExp> = {
  item: /^https?:\/\//,
  logo: /^https?:\/\//,
  image: /^https?:\/\//,
  url: /^https?:\/\//,
  email: /^[^@\s]+@[^@\s]+$/,
  telephone: /^\+[\d ]+$/,
  foundingDate: /^\d{4}$/,
  datePublished: /^\d{4}-\d{2}-\d{2}$/,
  price: /^\d+\.\d{2}$/,
  priceCurrency: /^[A-Z]{3}$/,
  availability: /^https:\/\/schema\.org\/(InStock|OutOfStock|PreOrder|Discontinued)$/,
  ratingValue: /^([1-4](\.\d)?|5(\.0)?)$/,
  reviewCount: /^[1-9]\d*$/,
  addressCountry: /^[A-Z]{2}$/,
}
const MOST_PICTURE_BYTES = 120_000
const PNG_SIZE_AT = 16

async function readGraph(request: APIRequestContext, path: string): Promise<Node[]> {
  const html = await (await request.get(path)).text()
  const scripts = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
  expect(scripts).toHaveLength(1)
  const json = scripts[0]?.[1] ?? ''
  expect(json).not.toContain('<')
  const data = JSON.parse(json) as { '@context': string; '@graph': Node[] }
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

/** @returns the value and all nodes inside it, if they have a type */
function listNodes(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(listNodes)
  return '@type' in value ? [value as Node, ...inner] : inner
}

function findNode(graph: Node[], type: string, property?: string): Node {
  const found = graph.find((node) => node['@type'] === type && (!property || property in node))
  if (!found) throw new Error(`The page has no ${type}`)
  return found
}

for (const path of PAGES) {
  test(`${path} has complete structured data`, async ({ request }) => {
    const graph = await readGraph(request, path)
    for (const node of listNodes(graph)) {
      expect(REQUIRED[node['@type']], `${node['@type']} is known`).toBeDefined()
      for (const property of REQUIRED[node['@type']] ?? []) {
        expect(node[property], `${node['@type']}.${property}`).toBeTruthy()
      }
      const known = [...COMMON, ...(REQUIRED[node['@type']] ?? []), ...(ALLOWED[node['@type']] ?? [])]
      for (const [property, value] of Object.entries(node)) {
        expect(known, `${node['@type']} has no ${property}`).toContain(property)
        const kind = KINDS[property]
        if (kind) expect(String(value), `${node['@type']}.${property}`).toMatch(kind)
      }
    }
    const { potentialAction } = findNode(graph, 'WebSite')
    expect(potentialAction).toMatchObject({
      target: { urlTemplate: `${ORIGIN}/?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    })
    expect(findNode(graph, 'Organization').name).toBe(brand.name)
    if (path === '/') return
    const trail = findNode(graph, 'BreadcrumbList').itemListElement as { position: number; item: string }[]
    expect(trail.map(({ position }) => position)).toEqual(trail.map((_, i) => i + 1))
    expect(trail[0]?.item).toBe(`${ORIGIN}/`)
    expect(trail.at(-1)?.item).toBe(`${ORIGIN}${path}`)
  })

  test(`${path} has a picture for sharing with its size and words`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    const read = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
    const url = read('og:image') ?? ''
    expect(read('twitter:image')).toBe(url)
    expect(read('twitter:card')).toBe('summary_large_image')
    expect(read('og:image:alt')).toBe(/<title>([^<]+)/.exec(html)?.[1])
    expect([read('og:image:width'), read('og:image:height')]).toEqual(['1200', '630'])

    const response = await request.get(url)
    expect(response.headers()['content-type']).toBe('image/png')
    const png = await response.body()
    expect([png.readUInt32BE(PNG_SIZE_AT), png.readUInt32BE(PNG_SIZE_AT + 4)]).toEqual([1200, 630])
    expect(png.length).toBeLessThanOrEqual(MOST_PICTURE_BYTES)
  })
}

test('every page has a title, a description, keywords and an address of its own', async ({ request }) => {
  const seen = new Set<string>()
  for (const path of PAGES) {
    const html = await (await request.get(path)).text()
    const read = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    const title = read(/<title>([^<]+)/)
    const description = read(/<meta name="description" content="([^"]*)"/)
    expect(title.endsWith(` | ${brand.name}`), title).toBe(true)
    expect(description.length, path).toBeGreaterThanOrEqual(70)
    expect(read(/<meta name="keywords" content="([^"]*)"/).split(', ').length, path).toBeGreaterThan(3)
    expect(read(/<link rel="canonical" href="([^"]*)"/)).toBe(new URL(path, ORIGIN).href)
    expect(read(/<meta property="og:title" content="([^"]*)"/)).toBe(title)
    expect(read(/<meta property="og:description" content="([^"]*)"/)).toBe(description)
    for (const text of [title, description]) expect(seen, text).not.toContain(text)
    seen.add(title).add(description)
  }
})

test('the contact page says where and in what language the provider helps', async ({ request }) => {
  const graph = await readGraph(request, '/contact')
  expect(findNode(graph, 'ContactPage').name).toBe('Contact Us')
  expect(findNode(graph, 'Organization', 'address')).toMatchObject({
    address: { '@type': 'PostalAddress', addressCountry: 'IN' },
    contactPoint: { areaServed: ['IN', 'US', 'GB'], availableLanguage: 'English' },
  })
})

test('a package is a product with a price, a breadcrumb trail, and a rating only where people have rated it', async ({
  request,
}) => {
  const packages = (await (await request.get('/api/packages')).json()) as {
    slug: string
    name: string
    price: number
    reviewSummary: { average: number; count: number }
  }[]
  for (const { slug, name, price, reviewSummary } of packages) {
    if (SOLD_BRIEFLY.test(name)) continue
    const graph = await readGraph(request, `/packages/${slug}`)
    const product = findNode(graph, 'Product')
    expect(product.offers).toMatchObject({ price: price.toFixed(2), priceCurrency: 'USD' })
    if (reviewSummary.count > 0) {
      expect(product.aggregateRating).toMatchObject({
        ratingValue: reviewSummary.average,
        reviewCount: reviewSummary.count,
      })
    } else {
      expect(product).not.toHaveProperty('aggregateRating')
      expect(product).not.toHaveProperty('review')
    }
    const trail = findNode(graph, 'BreadcrumbList').itemListElement as { position: number; item: string }[]
    expect(trail.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(trail.at(-1)?.item).toBe(`${ORIGIN}/packages/${slug}`)
  }
})

test('every icon that a page or the manifest names exists in the size that is named', async ({
  page,
  request,
}) => {
  await page.goto('/about')
  const manifestUrl = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? ''
  const response = await request.get(manifestUrl)
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await response.json()) as {
    name: string
    start_url: string
    icons: { src: string; sizes: string; type: string }[]
  }
  expect(manifest).toMatchObject({ name: brand.name, start_url: '/' })
  const touchIcon = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? ''
  const pngs = manifest.icons.filter(({ type }) => type === 'image/png')
  for (const { src, sizes } of [...pngs, { src: touchIcon, sizes: '180x180' }]) {
    const png = await (await request.get(src)).body()
    const size = png.readUInt32BE(PNG_SIZE_AT)
    expect(`${size}x${png.readUInt32BE(PNG_SIZE_AT + 4)}`, src).toBe(sizes)
  }
  const ico = await (await request.get('/favicon.ico')).body()
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3])
  expect((await request.get('/favicon.svg')).headers()['content-type']).toContain('image/svg+xml')
})
