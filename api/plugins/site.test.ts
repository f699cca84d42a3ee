import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTestApp, Visitor } from '../testing/test-app.ts'

const siteDir = mkdtempSync(join(tmpdir(), 'site-'))
mkdirSync(join(siteDir, 'client'))
mkdirSync(join(siteDir, 'server'))
writeFileSync(join(siteDir, 'client', 'index.html'), 'Home')
writeFileSync(join(siteDir, 'client', '404.html'), '404 Page Not Found')
writeFileSync(join(siteDir, 'server', 'secret.txt'), 'Nobody reads this')
afterAll(() => rm(siteDir, { recursive: true }))

const shop = openTestApp({ siteDir })

test.each([
  '/nothing',
  '/.env',
  '/about%00',
  '/%2e%2e/server/secret.txt',
  '/..%2fserver%2fsecret.txt',
  '/_astro/..%2f..%2fserver%2fsecret.txt',
  '/%5c..%5cserver',
])('%s names no page: the visitor sees the page that says so', async (path) => {
  const response = await new Visitor(shop).get(path)
  expect(response.statusCode).toBe(404)
  expect(response.body).toBe('404 Page Not Found')
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
  '%s names no call: the program is told so',
  async (path) => {
    const response = await new Visitor(shop).get(path)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
  },
)
