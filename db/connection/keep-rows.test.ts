import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDb } from '#db/testing/test-db.ts'
import { keepRows } from './keep-rows.ts'

const testDb = openTestDb()
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kept-'))
  vi.stubEnv('DATA_DIR', dir)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true })
})

test('rows are written one a line, more than a batch of them, for the owner alone', async () => {
  await testDb.db.transaction((trx) =>
    keepRows(trx, 'numbers', `SELECT n AS id, 'Zoë ' || n AS name FROM generate_series(1, 2500) n`),
  )
  const path = join(dir, 'kept', 'numbers.ndjson')
  const rows = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows).toHaveLength(2500)
  expect(rows[0]).toEqual({ id: 1, name: 'Zoë 1' })
  expect(rows[2499]).toEqual({ id: 2500, name: 'Zoë 2500' })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(dir, 'kept'))).toEqual(['numbers.ndjson'])
})

test('no row leaves no file', async () => {
  await testDb.db.transaction((trx) => keepRows(trx, 'none', 'SELECT 1 AS id WHERE false'))
  expect(await readdir(dir)).toEqual([])
})
