import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { listExpired } from './nightly.ts'
import {
  fileListOf,
  findMissing,
  listNamedFiles,
  readFileList,
  type StoredFile,
  writeFileList,
} from './objects.ts'

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

const DAY_MS = 24 * 60 * 60 * 1000

const nightly = (last: string, nights: number) =>
  Array.from({ length: nights }, (_, night) => {
    const takenAt = new Date(Date.parse(`${last}T02:30:00Z`) - night * DAY_MS)
    return { file: takenAt.toISOString().slice(0, 10), takenAt }
  })

/** Simulates a number of nights: each adds a backup and removes those that have expired. */
function keepAfter(nights: number): string[] {
  let kept: ReturnType<typeof nightly> = []
  for (const backup of nightly('2026-11-22', nights).reverse()) {
    kept = [...kept, backup]
    const expired = new Set(listExpired(kept))
    kept = kept.filter((one) => !expired.has(one))
  }
  return kept.map(({ file }) => file).sort()
}

test('of each of the last 7 days, 5 weeks and 12 months one backup stays', () => {
  const kept = keepAfter(730)
  const days = [
    ...['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
  ]
  const sundays = ['2026-10-25', '2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22']
  const monthEnds = [
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'],
  ]
  expect(kept).toEqual([...new Set([...days, ...sundays, ...monthEnds])].sort())
})

test('of a day with several backups the newest stays, and after a pause the last ones before it', () => {
  const at = (file: string) => ({ file, takenAt: new Date(file) })
  const backups = [
    ...['2026-06-01T02:30:00Z', '2026-06-02T02:30:00Z', '2026-11-22T02:30:00Z', '2026-11-22T14:00:00Z'].map(
      at,
    ),
  ]
  expect(listExpired(backups).map(({ file }) => file)).toEqual(['2026-11-22T02:30:00Z'])
})
