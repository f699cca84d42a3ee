import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPackage } from '../../db/testing/builders.ts'
import { openTestApp } from '../testing/test-app.ts'

const PAGE = 'A page of the build '.repeat(20)
const siteDir = mkdtempSync(join(tmpdir(), 'site-'))
mkdirSync(join(siteDir, 'client'))
writeFileSync(join(siteDir, 'client', 'about.html'), PAGE)
writeFileSync(join(siteDir, 'client', 'about.html.br'), brotliCompressSync(PAGE))
writeFileSync(join(siteDir, 'client', 'about.html.gz'), gzipSync(PAGE))
writeFileSync(join(siteDir, 'client', '404.html'), '404 Page Not Found')
afterAll(() => rm(siteDir, { recursive: true }))

const shop = openTestApp({ siteDir })
beforeAll(async () => {
  await insertPackage(shop.db)
})

const get = (url: string, headers: Record<string, string>) => shop.app.inject({ url, headers })
const DECODERS: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

describe.each([
  ['/api/packages', 'br'],
  ['/about', 'br, gzip'],
])('%s, offered in %s,', (url, offered) => {
  const hasGzip = offered.includes('gzip')
  const gzip = hasGzip ? 'gzip' : undefined

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', gzip],
    ['GZIP;q=0.5, BR;q=0.1', 'br'],
    ['br;q=0', undefined],
    ['br; q=0.000, gzip', gzip],
    ['gzip;q=0, br;q=0', undefined],
    ['*', 'br'],
    ['br;q=0, *', gzip],
    ['*;q=0', undefined],
    ['identity;q=0, br', 'br'],
    ['identity;q=0, *', 'br'],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['x-br, brotli', undefined],
    ['', undefined],
    [';;,q=1,"', undefined],
  ])('is sent to a client that accepts "%s" in %s', async (accepted, encoding) => {
    const plain = await get(url, {})
    expect(plain.headers['content-encoding']).toBeUndefined()
    const response = await get(url, { 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers.vary).toBe('accept-encoding')
    const decode = DECODERS[encoding ?? ''] ?? ((body: Buffer) => body)
    expect(decode(response.rawPayload).toString()).toBe(plain.body)
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
  })

  test('has a strong ETag of its own in each encoding', async () => {
    const etags = await Promise.all(
      ['', 'br', 'gzip'].map(async (accepted) =>
        String((await get(url, { 'accept-encoding': accepted })).headers.etag),
      ),
    )
    expect(new Set(etags).size).toBe(hasGzip ? 3 : 2)
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/)
  })

  test.each([
    ['the tag', (etag: string) => etag],
    ['the tag in a list', (etag: string) => `"other", ${etag},"third"`],
    ['the tag as a weak one', (etag: string) => `W/${etag}`],
    ['a list of weak tags', (etag: string) => `W/"other",W/${etag}`],
    ['any tag', () => '*'],
  ])('is 304 without a body for a client that names %s', async (_, name) => {
    const { headers } = await get(url, { 'accept-encoding': 'br' })
    const known = { 'accept-encoding': 'br', 'if-none-match': name(String(headers.etag)) }
    const response = await get(url, known)
    expect(response.statusCode).toBe(304)
    expect(response.body).toBe('')
    const { etag, vary, 'cache-control': caching } = headers
    expect(response.headers).toMatchObject({ etag, vary, ...(caching && { 'cache-control': caching }) })
  })

  test.each([
    ['another tag', () => '"other"'],
    ['a tag that holds this one', (etag: string) => `"x${etag.slice(1)}`],
    ['the tag without its quotes', (etag: string) => etag.slice(1, -1)],
    ['nothing', () => ''],
  ])('is sent whole to a client that names %s', async (_, name) => {
    const etag = String((await get(url, {})).headers.etag)
    const response = await get(url, { 'if-none-match': name(etag) })
    expect(response.statusCode).toBe(200)
    expect(response.body).not.toBe('')
  })

  test('is sent in full to a client that has it in another encoding', async () => {
    const { etag } = (await get(url, {})).headers
    const response = await get(url, { 'accept-encoding': 'br', 'if-none-match': String(etag) })
    expect(response.statusCode).toBe(200)
  })
})

test('the page for an unknown path stays a 404 for a client that has it', async () => {
  const { headers } = await get('/nothing', {})
  const response = await get('/nothing', { 'if-none-match': String(headers.etag) })
  expect(response.statusCode).toBe(404)
  expect(response.body).toBe('404 Page Not Found')
})
