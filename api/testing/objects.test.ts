/** Admins' uploads are stored in the folder or, with a bucket, only there. Both behave the same. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeUnusedPictures } from '#api/catalogue/pictures/picture.ts'
import { withFiles } from '#api/demo/seed-rules.ts'
import { removeStrays } from '#api/orders/files/remove.ts'
import { openObjects, openStorage } from '#api/platform/storage/open.ts'
import { createWorkerHandlers } from '#api/worker-handlers.ts'
import type { ObjectStore } from '#db/backup/objects.ts'
import { insertUser } from '#db/testing/builders.ts'
import { openS3Server } from './s3-server.ts'
import { openSession } from './sessions.ts'
import { openTestApp, Visitor } from './test-app.ts'

const s3 = await openS3Server()
const PICTURE = sharp({ create: { width: 1280, height: 800, channels: 3, background: 'teal' } }).png()
const PICTURE_PATH = '/api/admin/pictures'
const FILE = { 'content-type': 'application/octet-stream' }

describe.each([
  ['a folder', ''],
  ['a bucket', s3.fileStore],
])('in %s:', (_where, fileStore) => {
  const shop = openTestApp({ hasProcessRole: true, variables: { FILE_STORE: fileStore } })
  let objects: ObjectStore
  let admin: Visitor
  beforeEach(async () => {
    objects = await openObjects(shop.env)
    for (const folder of ['pictures', 'uploads', 'files'])
      for (const name of (await objects.list(folder)).keys()) await objects.remove(`${folder}/${name}`)
    admin = await openSession(shop, (await insertUser(shop.db, { isAdmin: true })).id)
  })
  const names = async (folder: string) => [...(await objects.list(folder)).keys()]
  const publish = () => shop.jobs.drain(createWorkerHandlers(shop))
  const upload = async () => {
    const sent = await admin.call('POST', PICTURE_PATH, await PICTURE.toBuffer(), FILE)
    expect(sent.statusCode, sent.body).toBe(202)
    expect(await names('uploads')).toHaveLength(1)
    await publish()
    return (await admin.get(`/api/admin/pictures/${sent.json().id}`)).json<{ id: number; imageUrl: string }>()
  }

  test('a picture is made in its sizes, served for good, and gone when nothing shows it', async () => {
    const { id, imageUrl } = await upload()
    expect([(await names('pictures')).length, await names('uploads')]).toEqual([9, []])
    const served = await new Visitor(shop).get(imageUrl)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(served.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1280 })
    const gone = imageUrl.replace('1280', '999')
    expect((await new Visitor(shop).get(gone)).statusCode).toBe(404)
    // With a bucket, processes keep no local copy.
    if (fileStore) expect(await readdir(join(shop.env.dataDir, 'pictures')).catch(() => [])).toEqual([])
    await shop.db('pictures').where({ id }).update({ usedAt: '2020-01-01' })
    await removeUnusedPictures(shop.db, objects)
    expect(await names('pictures')).toEqual([])
  })

  test('an upload that is too large or breaks off leaves nothing', async () => {
    const cut = objects.put(
      'uploads/cut',
      (async function* () {
        yield Buffer.from('half')
        throw new Error('broken off')
      })(),
    )
    await expect(cut).rejects.toThrow('broken off')
    const large = Buffer.alloc(8 * 1024 * 1024 + 1)
    expect((await admin.call('POST', PICTURE_PATH, large, FILE)).statusCode).toBe(413)
    expect(await names('uploads')).toEqual([])
  })

  test('what no row names goes after a day, and nothing else', async () => {
    const { imageUrl } = await upload()
    const stray = `pictures/${'0a'.repeat(16)}-320.avif`
    for (const path of [stray, 'uploads/stray']) await objects.put(path, Buffer.from('stray'))
    const kept = await names('pictures')
    await removeStrays(shop.db, objects)
    expect(await names('pictures')).toEqual(kept)
    await removeStrays(shop.db, objects, Date.now() + 25 * 3_600_000)
    expect(await names('uploads')).toEqual([])
    expect((await names('pictures')).toSorted()).toEqual(
      kept.filter((name) => !stray.endsWith(name)).toSorted(),
    )
    expect((await new Visitor(shop).get(imageUrl)).statusCode).toBe(200)
  })

  test('a demo stores its files where the shop reads them', async () => {
    const id = crypto.randomUUID()
    const { storeFile } = withFiles(shop.env, shop.jobs)
    await shop.db.transaction((trx) => storeFile?.(trx, id, Buffer.from('a brief')))
    const bytes = await (await openStorage(shop.env)).read(id)
    expect(String(await buffer(bytes ?? Readable.from([])))).toBe('a brief')
    expect(await names('files')).toEqual([id])
  })
})
