import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { insertPackage } from '#db/testing/builders.ts'

const siteDir = mkdtempSync(join(tmpdir(), 'site-'))
mkdirSync(join(siteDir, 'releases', '1', 'packages'), { recursive: true })
symlinkSync('releases/1', join(siteDir, 'client'))
mkdirSync(join(siteDir, 'server'))
writeFileSync(join(siteDir, 'client', 'index.html'), 'Home')
writeFileSync(join(siteDir, 'client', '404.html'), '404 Page Not Found')
for (const folder of ['_astro', 'illustrations']) mkdirSync(join(siteDir, 'client', folder))
const FILES = ['embed.js', '_astro/0a1b2c3d.js', 'illustrations/web.svg']
for (const file of FILES) writeFileSync(join(siteDir, 'client', file), file)
writeFileSync(join(siteDir, 'server', 'secret.txt'), 'Nobody reads this')
// A page as Astro renders it, with the policy that Astro writes.
writeFileSync(
  join(siteDir, 'server', 'entry.mjs'),
  `export async function handler(_request, response, _next, locals) {
    const origins = await locals.readApi('/api/embed/origins')
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', 'frame-ancestors ' + origins.join(' '))
    response.end('Drawn')
  }`,
)
afterAll(() => rm(siteDir, { recursive: true }))

const shop = openTestApp({ siteDir })

test.each([
  ...['/nothing', '/404', '/packages', '/packages/none', '/.env', '/about%00'],
  ...['/%2e%2e/server/secret.txt', '/..%2fserver%2fsecret.txt', '/_astro/..%2f..%2fserver%2fsecret.txt'],
  '/%5c..%5cserver',
  // Some cannot be read.
  ...['/%E0%A4%A', '/%E0%A4', '/packages/%zz', '/%', '/_astro/%C3', '/%E0%A4%A?from=%zz'],
])('%s names no page: the visitor sees the page that says so, with its headers', async (path) => {
  const { statusCode, headers, body } = await new Visitor(shop).get(path)
  expect([statusCode, body]).toEqual([404, '404 Page Not Found'])
  expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-cache' })
})

test('a page is sent as the build compressed it if the browser accepts that, and not again if the browser has it', async () => {
  const visitor = new Visitor(shop)
  const file = join(siteDir, 'client', 'about.html')
  await writeFile(file, 'About')
  await writeFile(`${file}.br`, brotliCompressSync('About'))
  await writeFile(`${file}.gz`, gzipSync('About'))
  for (const [accepted, encoding, body] of [
    ['gzip, deflate, br, zstd', 'br', brotliCompressSync('About')],
    ['gzip', 'gzip', gzipSync('About')],
    ['identity', undefined, Buffer.from('About')],
  ] as const) {
    const ask = (headers: Record<string, string> = {}) =>
      visitor.call('GET', '/about', undefined, { 'accept-encoding': accepted, ...headers })
    const page = await ask()
    expect([page.statusCode, page.rawPayload]).toEqual([200, body])
    expect(page.headers['content-encoding']).toBe(encoding)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding',
    })
    const again = await ask({ 'if-none-match': String(page.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
})

test('the page for an unknown address is a 404 also for a browser that has it', async () => {
  const ask = (headers: Record<string, string>) => shop.app.inject({ url: '/nothing', headers })
  const { headers } = await ask({})
  expect(headers['cache-control']).toBe('no-cache')
  const known = {
    'if-none-match': String(headers.etag ?? '*'),
    'if-modified-since': new Date().toUTCString(),
  }
  const response = await ask(known)
  expect([response.statusCode, response.body]).toEqual([404, '404 Page Not Found'])
})

test.each(['/', '/nothing'])('%s, a document, has the headers that are for documents', async (path) => {
  const response = await new Visitor(shop).get(path)
  expect(response.headers).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
})

test.each(['/api//', '/api/%00', '/api/..%2fsecret.txt'])(
  '%s is no call, and the response says so in JSON',
  async (path) => {
    const response = await new Visitor(shop).get(path)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
  },
)

test('pages of other websites may load scripts and pictures, and nothing else of the site', async () => {
  const visitor = new Visitor(shop)
  const readPolicy = async (path: string) => {
    const { headers } = await visitor.get(path)
    return [path, headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]
  }
  for (const file of FILES) expect(await readPolicy(`/${file}`)).toEqual([`/${file}`, '*', 'cross-origin'])
  for (const path of ['/', '/nothing', '/api/auth/me'])
    expect(await readPolicy(path)).toEqual([path, undefined, 'same-origin'])
})

test('the widget’s short address is asked for again after five minutes, the file behind it never', async () => {
  const readCaching = async (path: string) => (await new Visitor(shop).get(path)).headers['cache-control']
  expect(await readCaching('/embed.js')).toBe('public, max-age=300')
  expect(await readCaching('/_astro/0a1b2c3d.js')).toBe('public, max-age=31536000, immutable')
})

test('the purchase frame can be shown on the websites of the list, and nothing else can', async () => {
  await insertPackage(shop.db, { slug: 'business-website' })
  await insertPackage(shop.db, { slug: 'hidden', isActive: false })
  await shop.db('embed_origins').insert({ origin: 'https://partner.example' })
  const visitor = new Visitor(shop)
  const frame = await visitor.get('/embed/business-website')
  expect(frame.body).toBe('Drawn')
  expect(frame.headers).not.toHaveProperty('x-frame-options')
  expect(frame.headers).toMatchObject({
    'content-security-policy': `frame-ancestors ${shop.env.publicOrigin} https://partner.example`,
    'cross-origin-opener-policy': 'unsafe-none',
    'x-content-type-options': 'nosniff',
  })
  for (const path of [
    ...['/', '/embed', '/embed/unknown', '/embed/hidden', '/embed/Business-Website', '/embed/a.js'],
  ]) {
    const { headers } = await visitor.get(path)
    expect(headers, path).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
  }
  await shop.db('embed_origins').delete()
  expect((await visitor.get('/embed/business-website')).headers['content-security-policy']).toBe(
    `frame-ancestors ${shop.env.publicOrigin}`,
  )
})

async function swapIn(id: string, pages: Record<string, string>): Promise<void> {
  const dir = join(siteDir, 'releases', id)
  await mkdir(join(dir, 'packages'), { recursive: true })
  for (const [name, text] of Object.entries(pages)) await writeFile(join(dir, name), text)
  await symlink(`releases/${id}`, join(siteDir, 'next'))
  await rename(join(siteDir, 'next'), join(siteDir, 'client'))
}

test('a release that is swapped in is served without a restart, with its new pages and files, and removed ones are a 404', async () => {
  const visitor = new Visitor(shop)
  const read = async (path: string) => {
    const { statusCode, body } = await visitor.get(path)
    return [statusCode, body]
  }
  const first = { '404.html': 'None', 'index.html': 'First', 'packages/old.html': 'Old', 'robots.txt': '1' }
  await swapIn('2', first)
  await expect.poll(() => read('/')).toEqual([200, 'First'])
  expect(await read('/packages/old')).toEqual([200, 'Old'])
  expect(await read('/packages/new')).toEqual([404, 'None'])

  const second = { '404.html': 'None', 'index.html': 'Second', 'packages/new.html': 'New', 'robots.txt': '2' }
  await swapIn('3', second)
  await expect.poll(() => read('/')).toEqual([200, 'Second'])
  expect(await read('/packages/new')).toEqual([200, 'New'])
  expect(await read('/packages/old')).toEqual([404, 'None'])
  expect(await read('/robots.txt')).toEqual([200, '2'])
})

/** Publishes code that renders pages on demand, as the worker does. */
async function publishCode(name: string, handler: string): Promise<void> {
  const dir = join(siteDir, 'servers', name)
  await mkdir(dir, { recursive: true })
  await writeFile(
    join(dir, 'entry.mjs'),
    `export async function handler(_request, response, _next, locals) { ${handler} }`,
  )
  await rm(join(siteDir, 'server'), { recursive: true })
  await symlink(dir, join(siteDir, 'server'))
}

test('pages that are drawn on demand are drawn by the code that was published last, without a restart', async () => {
  await insertPackage(shop.db, { slug: 'drawn' })
  const visitor = new Visitor(shop)
  for (const name of ['by-one', 'by-two']) {
    await publishCode(name, `response.end('${name}')`)
    await expect.poll(async () => (await visitor.get('/embed/drawn')).body).toBe(name)
  }
})

test('a page that is requested while the shop is busy says so, and when to try again', async () => {
  await insertPackage(shop.db, { slug: 'busy' })
  const visitor = new Visitor(shop)
  // As Astro handles an error in a page.
  await publishCode(
    'reads',
    `await locals.readApi('/api/readyz').catch(() => { response.statusCode = 500 }); response.end('Drawn')`,
  )
  await expect.poll(async () => (await visitor.get('/embed/busy')).body).toBe('Drawn')
  const last = await shop.db('knex_migrations').orderBy('id', 'desc').first()
  await shop.db('knex_migrations').where({ id: last.id }).delete()
  try {
    const busy = await visitor.get('/embed/busy')
    expect([busy.statusCode, busy.headers['retry-after'], busy.json().code]).toEqual([503, '5', 'overloaded'])
  } finally {
    await shop.db('knex_migrations').insert(last)
  }
})

test('password managers are led to where a password is changed', async () => {
  const { statusCode, headers } = await new Visitor(shop).get('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/dashboard#change-password'])
  expect((await new Visitor(shop).get('/.well-known/resource-that-should-not-exist')).statusCode).toBe(404)
})
