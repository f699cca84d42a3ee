import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderFile } from '../models/order-work/message.ts'
import { insertPaidOrder, insertUser } from '../testing/builders.ts'
import { openTestDb } from '../testing/test-db.ts'
import {
  fileListOf,
  findMissing,
  listNamedFiles,
  readFileList,
  type StoredFile,
  writeFileList,
} from './file-list.ts'

const testDb = openTestDb()
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shop-list-'))
})
afterAll(() => rm(dir, { recursive: true }))

test('a backup says which files it goes with, and after restoring it which are gone, cut off or other ones', async () => {
  const { db } = testDb
  const { id: orderId } = await insertPaidOrder(db)
  const { id: uploaderId } = await insertUser(db)
  const insert = async (state: OrderFile['state']) => {
    const id = crypto.randomUUID()
    const mediaType = 'text/plain'
    await OrderFile.query(db).insert({ id, orderId, uploaderId, name: 'a', sizeBytes: 7, state, mediaType })
    return id
  }
  const [same, gone, cut, other] = [
    await insert('ready'),
    await insert('checking'),
    await insert('ready'),
    await insert('ready'),
  ]
  await insert('uploading')
  const stored = new Map<string, StoredFile>(
    [same, gone, cut, other].map((id) => [id, { bytes: 7, etag: 'a' }]),
  )
  const file = join(dir, 'shop.dump')
  await writeFileList(file, await listNamedFiles(db), async () => stored)
  const listed: { id: string }[] = JSON.parse(await readFile(fileListOf(file), 'utf8'))
  expect(listed).toHaveLength(4)
  expect(listed).toContainEqual({ id: same, bytes: 7, etag: 'a' })
  expect(await findMissing(db, await readFileList(file), async () => stored)).toEqual([])

  stored.delete(gone)
  stored.set(cut, { bytes: 6, etag: 'a' })
  stored.set(other, { bytes: 7, etag: 'b' })
  expect(await findMissing(db, await readFileList(file), async () => stored)).toEqual(
    [gone, cut, other].toSorted(),
  )
})
