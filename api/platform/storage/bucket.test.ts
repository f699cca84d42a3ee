/** Tests specific to a bucket. Behaviour of both stores is tested with the order files. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type DataStore, Upload } from '@tus/server'
import { expect, test } from 'vitest'
import { openS3Server } from '#api/testing/s3-server.ts'
import { openStorage } from './open.ts'

const MB = 1_000_000
const s3 = await openS3Server()
/** As each process does, and each call. */
const open = () => openStorage({ dataDir: '/nowhere', fileStore: s3.fileStore })
const removed: string[] = []
const rows = {
  get: async () => undefined,
  set: async () => {},
  delete: async (id: string) => void removed.push(id),
}
const openUploads = async () => (await open()).openUploads(rows)

async function start(size: number): Promise<string> {
  const id = randomUUID()
  await (await openUploads()).create(new Upload({ id, size, offset: 0, metadata: { name: 'logo.png' } }))
  return id
}
const write = (uploads: DataStore, id: string, bytes: Buffer, offset: number) =>
  uploads.write(Readable.from([bytes]), id, offset)

test('pieces smaller than the parts of a bucket, taken by one process after the other, become one file', async () => {
  const bytes = Buffer.alloc(12 * MB, Buffer.from(Array.from({ length: 251 }, (_, at) => at)))
  const id = await start(bytes.length)
  for (let at = 0; at < bytes.length; at += 5 * MB) {
    const uploads = await openUploads()
    expect((await uploads.getUpload(id)).offset).toBe(at)
    await write(uploads, id, bytes.subarray(at, at + 5 * MB), at)
  }
  const storage = await open()
  expect((await storage.list()).get(id)).toMatchObject({ bytes: bytes.length, etag: expect.any(String) })
  const read = async (start: number, end: number) =>
    buffer((await storage.read(id, { start, end })) ?? Readable.from([]))
  expect((await read(0, bytes.length - 1)).equals(bytes)).toBe(true)
  expect((await read(6 * MB, 6 * MB + 99)).equals(bytes.subarray(6 * MB, 6 * MB + 100))).toBe(true)
  expect(await storage.lookInto(id, async (path) => path.endsWith(id))).toBe(true)
  await storage.remove(id)
  expect(await storage.read(id)).toBeUndefined()
  expect(await storage.list()).toEqual(new Map())
})

test('an upload that is given up leaves neither parts nor notes', async () => {
  const id = await start(20 * MB)
  await write(await openUploads(), id, Buffer.alloc(9 * MB), 0)
  expect(await (await open()).list()).toEqual(new Map([[id, {}]]))
  await (await openUploads()).remove(id)
  expect(await (await open()).list()).toEqual(new Map())
  expect(removed).toEqual([id])
})
