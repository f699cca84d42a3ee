import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Upload } from '@tus/server'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileList as WireFileList } from '#api/contract/orders/conversation.ts'
import { collectPersonalData } from '#api/operations/privacy/personal-data.ts'
import { compareFiles, removeFiles } from '#api/orders/files/remove.ts'
import { nameZipEntries, packFiles } from '#api/orders/files/zip.ts'
import { shareFileRows } from '#api/orders/order/order-files.ts'
import { openStorage } from '#api/platform/storage/open.ts'
import { createWorkerHandlers } from '#api/worker-handlers.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'
import { openS3Server } from './s3-server.ts'
import { openSession } from './sessions.ts'
import { openTestApp, type TestApp, type Visitor } from './test-app.ts'
import { countAwaitedLocks, waitUntil } from './wait-until.ts'
import { buildWorld, ROLES, type Role, type World } from './world.ts'

const MB = 1_000_000
const s3 = await openS3Server()

describe.each([
  ['a folder', ''],
  ['a bucket', s3.fileStore],
])('in %s:', (_where, fileStore) => {
  const shop = openTestApp({ hasProcessRole: true, variables: { FILE_STORE: fileStore } })
  const list = async (isComplete: boolean) =>
    [...(await (await openStorage(shop.env)).list())]
      .filter(([, { bytes }]) => (bytes !== undefined) === isComplete)
      .map(([id]) => id)
  const listComplete = () => list(true)
  const listUploads = () => list(false)
  const SIZES = {
    get: async (id: string) => new Upload({ id, size: 2 * MB, offset: 0 }),
    set: async () => {},
    delete: async () => {},
  }
  const countArrived = async (id: string) =>
    (await (await openStorage(shop.env)).openUploads(SIZES).getUpload(id)).offset
  const remove = async () => removeFiles(shop.db, await openStorage(shop.env))

  let world: World
  let customer: Visitor
  beforeEach(async () => {
    const storage = await openStorage(shop.env)
    for (const id of (await storage.list()).keys()) await storage.remove(id)
    world = await buildWorld(shop.db)
    await shop.db('order_files').delete()
    await shop.db('files_to_remove').delete()
    customer = await openSession(shop, world.users.customer.id)
  })

  const encode = (name: string) => `name ${Buffer.from(name).toString('base64')}`
  const TUS = { 'tus-resumable': '1.0.0' }

  const start = (browser: Visitor, size: number, { name = 'logo.png', headers = {} } = {}) =>
    browser.call('POST', `/api/orders/${world.order.id}/uploads`, undefined, {
      ...TUS,
      'upload-length': String(size),
      'upload-metadata': encode(name),
      ...headers,
    })
  /** @returns the address of the new upload */
  const begin = async (browser: Visitor, size: number, name?: string) => {
    const started = await start(browser, size, name === undefined ? {} : { name })
    expect(started.statusCode, started.body).toBe(201)
    return String(started.headers.location)
  }
  const idOf = (location: string) => location.split('/').at(-1) ?? ''
  const send = (browser: Visitor, location: string, offset: number, bytes: Buffer) =>
    browser.call('PATCH', location, bytes, {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    })
  const find = (browser: Visitor, location: string) => browser.call('HEAD', location, undefined, TUS)
  const cancel = (browser: Visitor, location: string) => browser.call('DELETE', location, undefined, TUS)

  async function upload(browser: Visitor, bytes: Buffer, name?: string): Promise<string> {
    const location = await begin(browser, bytes.length, name)
    const sent = await send(browser, location, 0, bytes)
    expect(sent.statusCode, sent.body).toBe(204)
    return idOf(location)
  }

  const GONE = { issues: [{ path: 'fileIds', message: expect.stringContaining('no longer available') }] }

  const check = (env: Partial<TestApp['env']> = {}) =>
    shop.jobs.drain(createWorkerHandlers({ ...shop, env: { ...shop.env, ...env } }))

  /** Sends the files with a message. @returns the message, or the refusal */
  async function attach(browser: Visitor, fileIds: string[], { isTeamOnly = false, text = '' } = {}) {
    const body = { text, isTeamOnly, key: crypto.randomUUID(), fileIds }
    return (await browser.post(`/api/orders/${world.order.id}/messages`, body)).json()
  }

  /** @returns the roles that may read it; it is unknown to the others */
  async function listReaders(path: string): Promise<Role[]> {
    const readers: Role[] = []
    for (const role of ROLES) {
      if (role === 'visitor') continue
      const { statusCode } = await (await openSession(shop, world.users[role].id)).get(path)
      if (statusCode === 200) readers.push(role)
      else expect(statusCode, role).toBe(404)
    }
    return readers
  }

  test('a file arrives in pieces, is checked, and is downloaded as it was', async () => {
    const bytes = Buffer.from('a text that is sent in two pieces')
    const location = await begin(customer, bytes.length, 'notes "é".txt')
    expect(location).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/)
    expect((await send(customer, location, 0, bytes.subarray(0, 10))).headers['upload-offset']).toBe('10')
    const found = await find(customer, location)
    expect(found.headers).toMatchObject({ 'upload-offset': '10', 'upload-length': String(bytes.length) })
    expect((await send(customer, location, 5, bytes.subarray(5))).json()).toMatchObject({
      code: 'wrong_offset',
    })
    await send(customer, location, 10, bytes.subarray(10))

    const id = idOf(location)
    expect((await customer.get(`/api/files/${id}`)).statusCode).toBe(404)
    await check()
    const whole = await customer.get(`/api/files/${id}`)
    expect(whole.body).toBe(bytes.toString())
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(
        /^attachment; .*filename\*=UTF-8''notes%20%22%C3%A9%22\.txt$/,
      ),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    const part = await customer.call('GET', `/api/files/${id}`, undefined, { range: 'bytes=2-5' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'text',
      `bytes 2-5/${bytes.length}`,
    ])
  })

  test('an upload that was cut off goes on where it ended', async () => {
    const location = await begin(customer, 1 * MB)
    const { request } = await import('node:http')
    const cookie = [...customer.cookies].map((pair) => pair.join('=')).join('; ')
    const call = request(`${shop.url}${location}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        cookie,
        origin: shop.env.publicOrigin,
        'upload-offset': '0',
        'content-length': 1 * MB,
        'content-type': 'application/offset+octet-stream',
      },
    })
    call.on('error', () => {})
    call.write(Buffer.alloc(300_000, 1))
    const name = idOf(location)
    const isLocked = async () => (await OrderFile.query(shop.db).findById(name))?.lockToken !== null
    // With a bucket, the process buffers a piece until it ends, so only the lock shows that it has begun.
    await waitUntil(async () => (fileStore ? await isLocked() : (await countArrived(name)) === 300_000))
    call.destroy()
    await waitUntil(async () => !(await isLocked()))
    const arrived = Number((await find(customer, location)).headers['upload-offset'])
    if (fileStore) expect(arrived).toBeLessThanOrEqual(300_000)
    else expect(arrived).toBe(300_000)
    const rest = Buffer.alloc(MB - arrived, 2)
    expect((await send(customer, location, arrived, rest)).statusCode).toBe(204)
    await check()
    const { rawPayload } = await customer.get(`/api/files/${name}`)
    expect(rawPayload.equals(Buffer.concat([Buffer.alloc(arrived, 1), rest]))).toBe(true)
  })

  test('of two that write at once one waits for the other, and a lock whose process was killed ends', async () => {
    const location = await begin(customer, 20)
    const id = idOf(location)
    await OrderFile.query(shop.db)
      .findById(id)
      .patch({ lockToken: crypto.randomUUID(), lockedUntil: new Date(Date.now() + 60_000) })
    const waiting = send(customer, location, 0, Buffer.alloc(20))
    await waitUntil(async () => (await OrderFile.query(shop.db).findById(id))?.isLockWanted === true)
    expect(await countArrived(id)).toBe(0)
    await OrderFile.query(shop.db)
      .findById(id)
      .patch({ lockedUntil: new Date(0) })
    expect((await waiting).statusCode).toBe(204)
  })

  /** Inserts a file of this size, as if the customer had sent it. */
  const fill = (sizeBytes: number) =>
    OrderFile.query(shop.db).insert({
      id: crypto.randomUUID(),
      orderId: world.order.id,
      uploaderId: world.users.customer.id,
      name: 'film.mp4',
      mediaType: 'video/mp4',
      sizeBytes,
      state: 'ready',
    })

  describe('refused before a byte is taken:', () => {
    test('a file above the limit, an empty one, one without a name, one of unknown length', async () => {
      const refuse = async (size: number, name?: string) =>
        (await start(customer, size, name === undefined ? {} : { name })).json()
      expect(await refuse(101 * MB)).toMatchObject({
        code: 'too_large',
        message: 'logo.png has 101 MB. The limit is 100 MB.',
      })
      expect(await refuse(0)).toMatchObject({ message: expect.stringContaining('logo.png is empty') })
      expect(await refuse(10, 'a\ngnp.exe')).toMatchObject({
        message: expect.stringContaining('must be one line'),
      })
      const path = `/api/orders/${world.order.id}/uploads`
      const unknown = { ...TUS, 'upload-defer-length': '1', 'upload-metadata': encode('a') }
      const deferred = await customer.call('POST', path, undefined, unknown)
      expect(deferred.statusCode).toBe(400)
      expect(await OrderFile.query(shop.db)).toEqual([])
      expect(await listUploads()).toEqual([])
    })

    test('what has no room beside what has arrived; what was only announced takes none', async () => {
      await fill(1_997 * MB)
      const locations: string[] = []
      for (let nth = 0; nth < 4; nth += 1) locations.push(await begin(customer, 1.5 * MB))
      const piece = Buffer.alloc(1.2 * MB)
      for (const location of locations.slice(0, 2))
        expect((await send(customer, location, 0, piece)).statusCode).toBe(204)
      const full = {
        code: 'too_large',
        message: 'Your files in an order can have 2 GB in total. You have 600 KB left.',
      }
      expect((await send(customer, locations[2] ?? '', 0, piece)).json()).toMatchObject(full)
      expect((await start(customer, 1.5 * MB)).json()).toMatchObject(full)
      expect((await start(customer, 0.5 * MB)).statusCode).toBe(201)
    })

    test('nothing of the team, however much its customer has sent', async () => {
      await fill(2_000 * MB)
      expect((await start(customer, 10)).statusCode).toBe(413)
      const staff = await openSession(shop, world.users.staff.id)
      await upload(staff, Buffer.from('a logo'))
    })

    test('a piece that does not say how long it is, or is longer than its file, and pieces to be joined', async () => {
      const location = await begin(customer, 10)
      const { sid } = Object.fromEntries(customer.cookies)
      const chunked = await fetch(`${shop.url}${location}`, {
        method: 'PATCH',
        headers: {
          ...TUS,
          cookie: `sid=${encodeURIComponent(sid ?? '')}`,
          origin: shop.env.publicOrigin,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
        },
        body: new Blob(['longer than it may be']).stream(),
        duplex: 'half',
      } as RequestInit)
      expect([chunked.status, (await chunked.json()).code]).toEqual([411, 'length_required'])
      expect((await send(customer, location, 0, Buffer.alloc(20))).statusCode).toBe(400)
      const joined = await start(customer, 10, { headers: { 'upload-concat': 'partial' } })
      expect(joined.statusCode, joined.body).toBe(400)
    })

    test('what the customer of an order sends that ended long ago, files and messages alike', async () => {
      const write = async (browser: Visitor) => {
        const body = { text: 'Hello', key: randomUUID(), fileIds: [] }
        return browser.post(`/api/orders/${world.order.id}/messages`, body)
      }
      const read = async () => (await customer.get(`/api/orders/${world.order.id}/messages`)).json()
      await shop.db('orders').where({ id: world.order.id }).update({ status: 'cancelled' })
      const end = (days: number) =>
        shop.db.raw(
          `INSERT INTO order_events (order_id, kind, to_value, actor_kind, created_at)
           VALUES (?, 'status', 'cancelled', 'system', now() - make_interval(days => ?))`,
          [world.order.id, days],
        )
      const begun = await begin(customer, 10)
      await end(31)
      expect((await send(customer, begun, 0, Buffer.alloc(10))).json()).toMatchObject({ code: 'order_over' })
      expect((await write(customer)).json()).toMatchObject({ code: 'order_over' })
      expect((await start(customer, 10)).json()).toMatchObject({ code: 'order_over' })
      expect(await read()).toMatchObject({ canWrite: false, isOver: true })
      expect((await write(await openSession(shop, world.users.staff.id))).statusCode).toBe(201)
      await end(29)
      expect((await send(customer, begun, 0, Buffer.alloc(10))).statusCode).toBe(204)
      expect((await write(customer)).statusCode).toBe(201)
      expect(await read()).toMatchObject({ canWrite: true, isOver: false })
    })

    test('a call from another website, of somebody without a part in the order, or of nobody', async () => {
      const foreign = await start(customer, 10, { headers: { origin: 'https://evil.example' } })
      expect(foreign.json()).toMatchObject({ code: 'bad_origin' })
      for (const role of ['otherCustomer', 'otherStaff'] as const) {
        const browser = await openSession(shop, world.users[role].id)
        expect((await start(browser, 10)).statusCode, role).toBe(404)
      }
    })

    test('the address of an upload never comes from a header', async () => {
      const forwarded = {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
      }
      const { headers } = await start(customer, 10, { headers: forwarded })
      expect(headers.location).toMatch(/^\/api\/uploads\//)
    })
  })

  test('an upload is its creator’s alone, while they have the right and the session', async () => {
    const location = await begin(customer, 20)
    const admin = await openSession(shop, world.users.admin.id)
    const attempts = (browser: Visitor) =>
      Promise.all([
        find(browser, location),
        send(browser, location, 0, Buffer.alloc(20)),
        cancel(browser, location),
      ])
    for (const { statusCode } of await attempts(admin)) expect(statusCode).toBe(404)
    await shop.db('sessions').where({ userId: world.users.customer.id }).update({ revokedAt: new Date() })
    for (const { statusCode } of await attempts(customer)) expect(statusCode).toBe(401)
    expect(await countArrived(idOf(location))).toBe(0)

    const staff = await openSession(shop, world.users.staff.id)
    const own = await begin(staff, 20)
    await shop.db('assignment_events').delete()
    await shop.db('staff_assignments').delete()
    expect((await send(staff, own, 0, Buffer.alloc(20))).statusCode).toBe(404)
  })

  test('whoever lost the last response finds the upload complete, and may take the file back before it is sent', async () => {
    const id = await upload(customer, Buffer.from('a brief'))
    const found = await find(customer, `/api/uploads/${id}`)
    expect(found.headers).toMatchObject({ 'upload-offset': '7', 'upload-length': '7' })
    expect(await listComplete()).toEqual([id])
    expect((await cancel(customer, `/api/uploads/${id}`)).statusCode).toBe(204)
    expect(await listComplete()).toEqual([])
    expect((await find(customer, `/api/uploads/${id}`)).statusCode).toBe(404)
  })

  test('who gets a file, with the message that it was sent with', async () => {
    const id = await upload(customer, Buffer.from('a brief'))
    await check()
    const path = `/api/files/${id}`
    const listed = async (browser: Visitor) =>
      (await browser.get(`/api/orders/${world.order.id}/files`))
        .json<{ files: { id: string }[] }>()
        .files.map((file) => file.id)
    expect(await listReaders(path)).toEqual(['customer'])

    expect(await attach(customer, [id])).toMatchObject({
      text: 'Sent a file',
      files: [{ id, name: 'logo.png', state: 'ready' }],
    })
    expect(await listReaders(path)).toEqual(['staff', 'customer', 'admin'])
    expect((await cancel(customer, `/api/uploads/${id}`)).json()).toMatchObject({ code: 'file_sent' })
    expect(await attach(customer, [id])).toMatchObject(GONE)

    const staff = await openSession(shop, world.users.staff.id)
    const secret = await upload(staff, Buffer.from('for the team'))
    await check()
    expect(await attach(await openSession(shop, world.users.admin.id), [secret])).toMatchObject(GONE)
    await attach(staff, [secret], { isTeamOnly: true })
    expect(await listReaders(`/api/files/${secret}`)).toEqual(['staff', 'admin'])
    expect(await listed(customer)).toEqual([id])
    expect((await listed(staff)).toSorted()).toEqual([id, secret].toSorted())
  })

  test('the team removes a file for good, its customer does not', async () => {
    const id = await upload(customer, Buffer.from('too much'))
    await attach(customer, [id])
    await check()
    const staff = await openSession(shop, world.users.staff.id)
    expect((await customer.call('DELETE', `/api/files/${id}`)).statusCode).toBe(404)
    expect((await staff.call('DELETE', `/api/files/${id}`)).statusCode).toBe(204)
    expect((await customer.get(`/api/files/${id}`)).statusCode).toBe(404)
    expect(await listComplete()).toEqual([])
    const entry = { subject: 'order', actorId: world.users.staff.id }
    expect(await shop.db('audit_log').where(entry)).toHaveLength(1)
  })

  describe('what a file is, is told by its content', () => {
    test('a picture has a preview without what the camera noted; what runs in a browser is only downloaded', async () => {
      const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'teal' } })
        .withExif({ IFD0: { Artist: 'Secret Name' } })
        .jpeg()
        .toBuffer()
      const id = await upload(customer, picture, 'photo.txt')
      const page = await upload(customer, Buffer.from('<html><script>alert(1)</script></html>'), 'logo.png')
      await check()
      const { files } = (await customer.get(`/api/orders/${world.order.id}/files`)).json()
      expect(files).toMatchObject([
        { id, mediaType: 'image/jpeg', hasPreview: true },
        { id: page, mediaType: 'application/octet-stream', hasPreview: false },
      ])
      const preview = await customer.get(`/api/files/${id}/preview`)
      expect(preview.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
      })
      const metadata = await sharp(preview.rawPayload).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: 640, height: 480 })
      expect(metadata.exif).toBeUndefined()
      const downloaded = await customer.get(`/api/files/${page}`)
      expect(downloaded.headers['content-disposition']).toBe('attachment; filename=logo.png')
      expect((await customer.get(`/api/files/${page}/preview`)).statusCode).toBe(404)
    })

    test('a picture is released before its preview is drawn, and without one where it is slow to decode', async () => {
      const draw = (width: number) =>
        sharp({ create: { width, height: 4000, channels: 3, background: 'teal' } })
      const id = await upload(customer, await draw(4000).avif({ effort: 0 }).toBuffer(), 'large.avif')
      const small = await upload(customer, await draw(100).avif({ effort: 0 }).toBuffer(), 'small.avif')
      const { 'check-file': checkFile } = createWorkerHandlers(shop)
      await shop.jobs.drain({ 'check-file': checkFile })
      const read = async () =>
        (await customer.get(`/api/orders/${world.order.id}/files`)).json<WireFileList>().files
      const released = { state: 'ready', mediaType: 'image/avif', hasPreview: false }
      expect(await read()).toMatchObject([
        { id, ...released },
        { id: small, ...released },
      ])
      await check()
      expect((await read()).map(({ hasPreview }) => hasPreview)).toEqual([false, true])
    })

    test('files are checked in turns by who sends them', async () => {
      const sentBy = async (browser: Visitor, count: number) => {
        for (let index = 0; index < count; index += 1) await upload(browser, Buffer.from('x'), 'notes.txt')
      }
      await sentBy(customer, 5)
      await sentBy(await openSession(shop, world.users.staff.id), 2)
      const jobs = await shop
        .db('jobs.job')
        .where({ name: 'check-file' })
        .orderBy([{ column: 'priority', order: 'desc' }, { column: 'created_on' }])
      const uploaders = await Promise.all(
        jobs.map(
          async ({ data }) => (await shop.db('order_files').where({ id: data.fileId }).first()).uploaderId,
        ),
      )
      const [a, b] = [world.users.customer.id, world.users.staff.id]
      expect(uploaders).toEqual([a, b, a, b, a, a, a])
    })

    test('a file that the scanner finds harmful is offered to nobody, and a scanner that fails is asked again', async () => {
      const scanner = join(shop.env.dataDir, 'scanner.sh')
      const scan = async (script: string) => {
        await writeFile(scanner, `#!/bin/sh\n${script}\n`)
        await chmod(scanner, 0o755)
        await check({ fileScanCommand: [scanner, '--strict'] }).catch(() => {})
      }
      const id = await upload(customer, Buffer.from('EICAR'))
      const state = async () => (await OrderFile.query(shop.db).findById(id))?.state
      await scan('exit 2')
      expect(await state()).toBe('checking')
      expect((await customer.get(`/api/files/${id}`)).statusCode).toBe(404)
      await shop
        .db('jobs.job')
        .where({ name: 'check-file' })
        .update({ startAfter: new Date(0) })
      await scan('[ "$1" = --strict ] && grep -q EICAR "$2" && exit 1; exit 0')
      expect(await state()).toBe('refused')
      expect((await customer.get(`/api/files/${id}`)).statusCode).toBe(404)
      expect(await listComplete()).not.toContain(id)
    })
  })

  test('the files of a delivery are its customer’s once they have got it, and come back where it is undone', async () => {
    const staff = await openSession(shop, world.users.staff.id)
    const id = await upload(staff, Buffer.from('the site'), 'site.zip')
    const path = `/api/orders/${world.order.id}/deliveries`
    const delivered = await staff.post(path, { fileIds: [id] })
    expect(delivered.statusCode, delivered.body).toBe(201)
    const [{ number, files }] = delivered.json().deliveries
    expect(files).toMatchObject([{ id, name: 'site.zip', state: 'checking', isSent: true }])
    const acceptBy = async () =>
      (await customer.get(`/api/orders/${world.order.id}/work`)).json().work.acceptBy
    // The time for testing does not start before the file can be downloaded.
    expect(await acceptBy()).toBeNull()
    await check()
    expect(await acceptBy()).not.toBeNull()
    expect(await listReaders(`/api/files/${id}`)).toEqual(['staff', 'customer', 'admin'])
    expect((await staff.post(`${path}/${number}/undo`)).statusCode).toBe(200)
    expect((await customer.get(`/api/files/${id}`)).statusCode).toBe(404)
    expect((await staff.post(path, { note: 'Again', fileIds: [id] })).statusCode).toBe(201)
  })

  test('the copy of one’s data names the files, and none of the team’s', async () => {
    const staff = await openSession(shop, world.users.staff.id)
    const secret = await upload(staff, Buffer.from('x'), 'secret.txt')
    await attach(staff, [secret], { isTeamOnly: true })
    const draft = await upload(staff, Buffer.from('x'), 'draft.txt')
    expect(draft).toBeDefined()
    const given = await upload(staff, Buffer.from('x'), 'given.txt')
    await attach(staff, [given])
    await check()
    await customer.get(`/api/files/${given}`)
    const { files } = await collectPersonalData(shop.db, world.users.customer.id)
    expect(files.map(({ name }) => name)).toEqual(['given.txt'])
  })

  test('a message that is withdrawn takes its files with it', async () => {
    const id = await upload(customer, Buffer.from('a brief'))
    await check()
    const { id: messageId } = await attach(customer, [id], { text: 'Here it is' })
    await customer.call('DELETE', `/api/messages/${messageId}`)
    expect((await customer.get(`/api/files/${id}`)).statusCode).toBe(404)
    await remove()
    expect(await listComplete()).toEqual([])
  })

  test('a message holds words or files, and at most ten of them', async () => {
    expect(await attach(customer, [])).toMatchObject({
      issues: [{ path: 'text', message: 'Please write a message' }],
    })
    const many = Array.from({ length: 11 }, () => crypto.randomUUID())
    expect(await attach(customer, many)).toMatchObject({
      issues: [{ message: 'A message can have at most 10 files' }],
    })
    expect(await shop.db('order_messages').whereNot({ text: 'Hello' })).toEqual([])
  })

  test('an upload that nobody sends is gone after a day, and so are the bytes of a deleted row', async () => {
    const unsent = await upload(customer, Buffer.from('never sent'))
    const sent = await upload(customer, Buffer.from('sent'))
    await attach(customer, [sent])
    await check()
    await remove()
    expect((await listComplete()).toSorted()).toEqual([unsent, sent].toSorted())
    await OrderFile.query(shop.db).patch({ createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) })
    await remove()
    expect(await listComplete()).toEqual([sent])
    await OrderFile.query(shop.db).delete()
    await remove()
    expect(await listComplete()).toEqual([])
    expect(await shop.db('files_to_remove')).toEqual([])
  })

  test('a process that is killed after the last piece leaves the file to whoever asks how far it is', async () => {
    vi.spyOn(shop.jobs, 'send').mockRejectedValueOnce(new Error('killed'))
    const location = await begin(customer, 7)
    expect((await send(customer, location, 0, Buffer.from('a brief'))).statusCode).toBeGreaterThanOrEqual(500)
    expect((await find(customer, location)).headers['upload-offset']).toBe('7')
    await check()
    const got = await customer.get(location.replace('uploads', 'files'))
    expect(got.body).toBe('a brief')
  })

  test.runIf(fileStore)(
    'a bucket that refuses is no fault of whoever sends or downloads: they try again',
    async () => {
      const id = await upload(customer, Buffer.from('a brief'))
      await check()
      const started = await begin(customer, 7)
      const statuses = async () => [
        (await send(customer, started, 0, Buffer.from('a brief'))).statusCode,
        (await customer.get(`/api/files/${id}`)).statusCode,
      ]
      s3.isRefusing = true
      expect(
        await statuses().finally(() => {
          s3.isRefusing = false
        }),
      ).toEqual([503, 503])
      expect(await statuses()).toEqual([204, 200])
    },
  )

  test('is not removed while it is being sent from another tab', async () => {
    const id = await upload(customer, Buffer.from('logo'))
    const sending = await shop.db.transaction()
    await sending('order_files').where({ id }).update({ questionId: world.question.id })
    const cancelled = cancel(customer, `/api/uploads/${id}`)
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) > 0)
    await sending.commit()
    expect((await cancelled).json()).toMatchObject({ code: 'file_sent' })
    expect(await listComplete()).toEqual([id])
  })

  test('each night a file stays whose row is not committed yet', async () => {
    const storage = await openStorage(shop.env)
    const id = randomUUID()
    const storing = await shop.db.transaction()
    await shareFileRows(storing)
    await storage.put(id, Buffer.from('plan'))
    const compared = compareFiles(shop.db, storage)
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) > 0)
    await storing('order_files').insert({
      id,
      orderId: world.order.id,
      uploaderId: world.users.customer.id,
      name: 'plan.pdf',
      sizeBytes: 4,
      state: 'checking',
    })
    await storing.commit()
    await compared
    expect(await listComplete()).toEqual([id])
  })

  test('each night what no row names is removed, and rows without a file are counted', async () => {
    const storage = await openStorage(shop.env)
    const [kept, lost, orphan] = [
      await upload(customer, Buffer.from('kept')),
      await upload(customer, Buffer.from('lost')),
      await upload(customer, Buffer.from('orphan')),
    ]
    const [begun, left] = [idOf(await begin(customer, 20)), idOf(await begin(customer, 20))]
    await OrderFile.query(shop.db).findByIds([orphan, left]).delete()
    await shop.db('files_to_remove').delete()
    await storage.remove(lost)
    await compareFiles(shop.db, storage)
    expect(await listComplete()).toEqual([kept])
    expect(await listUploads()).toEqual([begun])
    expect(await OperationMark.query(shop.db).findById('files')).toMatchObject({
      details: { removed: 2, missing: 1, first: lost },
    })
  })

  describe('all files at once', () => {
    const path = () => `/api/orders/${world.order.id}/files.zip`
    const readNames = (zip: Buffer) => {
      const names: string[] = []
      // Each entry of the central directory begins with this signature.
      for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 46))
        names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)))
      return names
    }

    test('are one ZIP of what the person may read, each under a name of its own, and are noted as downloaded', async () => {
      const staff = await openSession(shop, world.users.staff.id)
      const first = await upload(customer, Buffer.from('one'), 'plan.txt')
      const second = await upload(customer, Buffer.from('two'), 'Plan.TXT')
      const note = await upload(staff, Buffer.from('of the team'), 'quote.txt')
      await upload(customer, Buffer.from('not sent yet'), 'draft.txt')
      await check()
      await attach(customer, [first, second])
      await attach(staff, [note], { isTeamOnly: true })

      const zip = await customer.get(path())
      expect(zip.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${world.order.invoiceNumber} files.zip"`,
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      expect(readNames(zip.rawPayload)).toEqual(['plan.txt', 'Plan (2).TXT'])
      // Entries are stored uncompressed.
      for (const text of ['one', 'two']) expect(zip.body).toContain(text)
      expect(readNames((await staff.get(path())).rawPayload)).toHaveLength(3)
      expect(await listReaders(path())).toEqual(['staff', 'customer', 'admin'])
    })

    test('are not there while there is none to download', async () => {
      expect((await customer.get(path())).statusCode).toBe(404)
      await attach(customer, [await upload(customer, Buffer.from('one'))])
      expect((await customer.get(path())).statusCode).toBe(404)
    })

    test.runIf(!fileStore)('leave no file open where the visitor goes away', async () => {
      const ids: string[] = []
      for (const index of [1, 2]) ids.push(await upload(customer, Buffer.alloc(1.4 * MB, index)))
      await check()
      await attach(customer, ids)
      const countOpen = async () => {
        const links = (await readdir('/proc/self/fd')).map((fd) =>
          readlink(`/proc/self/fd/${fd}`).catch(() => ''),
        )
        return (await Promise.all(links)).filter((target) =>
          target.startsWith(join(shop.env.dataDir, 'files')),
        ).length
      }
      const files = await OrderFile.query(shop.db).findByIds(ids)
      const zip = packFiles(await openStorage(shop.env), files)
      await once(zip, 'readable')
      expect(await countOpen()).toBe(1)
      zip.destroy()
      await waitUntil(async () => (await countOpen()) === 0)
    })
  })

  test('names in a ZIP are safe wherever it is unpacked', () => {
    expect(
      nameZipEntries([
        ...['../../etc/passwd', 'a\\b', 'a:b', 'CON.txt', 'nul', '.profile', 'end. ', 'é', 'e\u0301'],
      ]),
    ).toEqual([
      ...['__.._etc_passwd', 'a_b', 'a_b (2)', '_CON.txt', '_nul', '_profile', 'end_', 'é', 'e\u0301 (2)'],
    ])
    expect(nameZipEntries(['a (2).txt', 'a.txt', 'A.txt', 'a.txt'])).toEqual([
      ...['a (2).txt', 'a.txt', 'A (3).txt', 'a (4).txt'],
    ])
  })
})
