/** Uploads a file through nginx to two processes: interrupted, resumed at the other one, downloaded in parts. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { PIECE_BYTES } from '#api/rules/order-work/uploads.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { buildWorld } from '#api/testing/world.ts'
import { createWorkerHandlers } from '#api/worker-handlers.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'

const shop = openTestApp()
const siteDir = mkdtempSync(join(tmpdir(), 'no-site-'))
let other: FastifyInstance
let nginx: Nginx

beforeAll(async () => {
  ensureNginx()
  const { env, db, gateway, jobs } = shop
  other = await buildApp({ env, db, gateway, jobs, overload: false })
  await other.listen({ port: 0, host: '127.0.0.1' })
  const ports = [new URL(shop.url).port, (other.server.address() as AddressInfo).port].map(Number)
  nginx = await Nginx.start({ upstreamPorts: [ports[0] ?? 0, ports[1] ?? 0], siteDir })
})
afterAll(async () => {
  await nginx?.stop()
  await other?.close()
  await rm(siteDir, { recursive: true })
})

test('an interrupted upload is resumed at another process, and downloaded whole and in parts', async () => {
  const { users, order } = await buildWorld(shop.db)
  const { cookies } = await openSession(shop, users.customer.id)
  const headers = {
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    origin: shop.env.publicOrigin,
  }
  const bytes = randomBytes(2 * PIECE_BYTES + 1_000)
  const send = (options: Partial<UploadOptions>) =>
    new Promise<{ upload: Upload; isDone: boolean }>((resolve, reject) => {
      const upload: Upload = new Upload(bytes, {
        chunkSize: PIECE_BYTES,
        headers,
        metadata: { name: 'video.bin' },
        retryDelays: null,
        onError: reject,
        onSuccess: () => resolve({ upload, isDone: true }),
        onChunkComplete: () => {
          if (options.uploadUrl) return
          void upload.abort().then(() => resolve({ upload, isDone: false }))
        },
        ...options,
      })
      upload.start()
    })

  const cut = await send({ endpoint: `${nginx.url}/api/orders/${order.id}/uploads` })
  expect(cut.isDone).toBe(false)
  const uploadUrl = cut.upload.url ?? ''
  expect(uploadUrl).toMatch(new RegExp(`^${nginx.url}/api/uploads/[0-9a-f-]{36}$`))
  await other.close()
  expect((await send({ uploadUrl })).isDone).toBe(true)

  await shop.jobs.drain(createWorkerHandlers(shop))
  const path = `${nginx.url}${new URL(uploadUrl).pathname.replace('uploads', 'files')}`
  const whole = await fetch(path, { headers })
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  const part = await fetch(path, { headers: { ...headers, range: `bytes=${PIECE_BYTES}-` } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(PIECE_BYTES))).toBe(true)
})
