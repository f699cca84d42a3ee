/**
 * The disk fills up in the middle of a piece. The API runs as a separate process with a limit on file size, which the kernel
 * enforces and which needs no root: writes are then cut short as on a full disk, and fail.
 */
import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiProcess } from '#api/testing/api-process.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, TEST_CREDENTIALS } from '#api/testing/test-app.ts'
import { buildWorld } from '#api/testing/world.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'

const MB = 1_000_000
const FITS = 1_500_000
const shop = openTestApp({ seed: async () => {} })
let server: ApiProcess
let orderId: number
let customerId: number
let cookie: string

beforeAll(async () => {
  const world = await buildWorld(shop.db)
  orderId = world.order.id
  customerId = world.users.customer.id
  await shop.db('order_files').delete()
  const { cookies } = await openSession(shop, world.users.customer.id)
  cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  server = await ApiProcess.create({
    databaseUrl: shop.dbUrl,
    providerUrl: shop.sandboxUrl,
    credentials: TEST_CREDENTIALS,
    sessionSecret: shop.env.sessionSecrets.join(','),
    // A busy machine must not refuse a call as overloaded.
    variables: {
      SHEDDING: 'off',
      NODE_ENV: 'test',
      PUBLIC_ORIGIN: shop.env.publicOrigin,
      DATA_DIR: shop.env.dataDir,
    },
  })
  await server.start()
})
afterAll(() => server.kill())

const limitFiles = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`])

const call = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { cookie, origin: shop.env.publicOrigin, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })

const start = (size: number) =>
  call('POST', `/api/orders/${orderId}/uploads`, {
    'upload-length': String(size),
    'upload-metadata': `name ${Buffer.from('video.mp4').toString('base64')}`,
  })

const send = (location: string, offset: number, bytes: Buffer) =>
  call(
    'PATCH',
    location,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    bytes,
  )

const findOffset = async (location: string) =>
  Number((await call('HEAD', location, {})).headers.get('upload-offset'))

test('an upload that fills the disk is refused in words, keeps what has arrived, and goes on once there is room', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 4 * MB }, (_, index) => index % 251))
  const started = await start(bytes.length)
  expect(started.status, await started.clone().text()).toBe(201)
  const location = started.headers.get('location') ?? ''
  const id = location.split('/').at(-1) ?? ''

  limitFiles(FITS)
  const refused = await send(location, 0, bytes)
  expect(refused.status).toBe(507)
  const message = 'We cannot store files at the moment. Please try again later; nothing is lost.'
  expect(await refused.json()).toMatchObject({ code: 'no_space', message })
  // The bytes that fitted are kept, the lock is free, and other calls work.
  expect(await findOffset(location)).toBe(FITS)
  expect(await OrderFile.query(shop.db).findById(id)).toMatchObject({ state: 'uploading', lockToken: null })
  expect((await call('GET', `/api/orders/${orderId}`, {})).status).toBe(200)
  const again = await send(location, FITS, bytes.subarray(FITS))
  expect(again.status).toBe(507)
  expect(await findOffset(location)).toBe(FITS)

  limitFiles('unlimited')
  const rest = await send(location, FITS, bytes.subarray(FITS))
  expect(rest.status, await rest.text()).toBe(204)
  expect(await OrderFile.query(shop.db).findById(id)).toMatchObject({ state: 'checking' })
  expect(bytes.equals(await readFile(join(shop.env.dataDir, 'files', id)))).toBe(true)

  // Bytes that found no space do not count.
  const film = { name: 'film.mp4', mediaType: 'video/mp4', sizeBytes: 1_994 * MB, state: 'ready' } as const
  const by = { id: crypto.randomUUID(), orderId, uploaderId: customerId }
  await OrderFile.query(shop.db).insert({ ...by, ...film })
  expect((await start(2 * MB)).status).toBe(201)
  expect((await start(4 * MB)).status).toBe(413)
})

test('an upload that the disk cannot begin leaves nothing that counts', async () => {
  await shop.db('order_files').delete()
  const uploads = join(shop.env.dataDir, 'files', '.uploads')
  await rm(uploads, { recursive: true })
  await writeFile(uploads, 'a file where the folder was')
  expect((await start(MB)).status).toBe(500)
  expect(await OrderFile.query(shop.db)).toEqual([])
  await rm(uploads)
  expect((await start(MB)).status).toBe(201)
})
