/** Nightly backups on a real PostgreSQL: they are made, deleted by the retention rule, and proved by restoring one. */
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedRules } from '#api/demo/seed-rules.ts'
import { sumsOf } from '#db/backup/backup.ts'
import { proveBackup, runNightly } from '#db/backup/nightly.ts'
import { openObjectFolder } from '#db/backup/objects.ts'
import { createDb } from '#db/connection/connection.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'
import { seedDemo } from '#db/seeds/demo.ts'
import { ensurePostgres, type OwnPostgres, startOwnPostgres } from '#e2e/servers/own-postgres.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let own: OwnPostgres
let db: Knex
let env: NodeJS.ProcessEnv
let dir = ''
let printed: string[] = []
const print = (line: string) => printed.push(line)

beforeAll(async () => {
  const binaries = ensurePostgres()
  own = await startOwnPostgres(binaries)
  const server = createDb(own.urlOf('postgres'), { poolMax: 1 })
  await server.raw('CREATE DATABASE shop')
  await server.destroy()
  dir = await mkdtemp(join(tmpdir(), 'shop-nightly-'))
  env = { PATH: process.env.PATH, PG_BIN: binaries, DATA_DIR: dir, DATABASE_OWNER_URL: own.urlOf('shop') }
  db = createDb(own.urlOf('shop'), { poolMax: 2 })
  await db.migrate.latest()
  await seedDemo(db, seedRules)
})
afterAll(async () => {
  await db?.destroy()
  await own?.stop()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(() => {
  printed = []
})

const listFiles = async () =>
  (await readdir(join(dir, 'backups'))).filter((name) => name.endsWith('.dump')).sort()
const findMark = (name: 'backup' | 'backup_proof') => OperationMark.query(db).findById(name)
const listDatabases = async () => {
  const { rows } = await db.raw<{ rows: { datname: string }[] }>('SELECT datname FROM pg_database ORDER BY 1')
  return rows.map(({ datname }) => datname)
}

test('a backup is restored into an empty database and compared row by row, and the outcome is recorded', async () => {
  await runNightly(env, print, openObjectFolder(dir))
  const [file = '', ...more] = await listFiles()
  expect(more).toEqual([])
  expect(await findMark('backup')).toMatchObject({ details: { file, bytes: expect.any(Number) } })
  const { details } = (await findMark('backup_proof')) ?? {}
  expect(details).toEqual({ file, tables: expect.any(Number), rows: expect.any(Number) })
  const sums = JSON.parse(await readFile(sumsOf(join(dir, 'backups', file)), 'utf8'))
  expect(sums['public.packages'].rows).toBeGreaterThan(5)
  expect(details?.tables).toBe(Object.keys(sums).length)
  expect(await listDatabases()).toEqual(['postgres', 'shop', 'template0', 'template1'])
})

test('it is proved once a week, and again the next night where the last proof failed', async () => {
  await runNightly(env, print, openObjectFolder(dir))
  expect(printed.join('\n')).not.toContain('restored and compared')
  await db('operation_marks')
    .where({ name: 'backup_proof' })
    .update({ markedAt: new Date(Date.now() - 7 * DAY_MS) })
  await runNightly(env, print, openObjectFolder(dir))
  expect(printed.at(-1)).toContain('restored and compared')
  await db('operation_marks')
    .where({ name: 'backup_proof' })
    .update({ details: JSON.stringify({ problem: 'Restored differently: public.orders' }) })
  await runNightly(env, print, openObjectFolder(dir))
  expect(printed.at(-1)).toContain('restored and compared')
})

test('a row that differs, and a file that is damaged, are named and recorded', async () => {
  const file = join(dir, 'backups', (await listFiles()).at(-1) ?? '')
  const sums = JSON.parse(await readFile(sumsOf(file), 'utf8'))
  const other = { ...sums, 'public.orders': { ...sums['public.orders'], checksum: '1' } }
  await writeFile(sumsOf(file), JSON.stringify(other))
  await expect(proveBackup(env, file)).rejects.toThrow('Restored differently: public.orders')
  expect((await findMark('backup_proof'))?.details.problem).toBe('Restored differently: public.orders')
  await writeFile(file, 'PGDMP and nothing else')
  await expect(proveBackup(env, file)).rejects.toThrow()
  expect((await findMark('backup_proof'))?.details.problem).not.toBe('Restored differently: public.orders')
  expect(await listDatabases()).toEqual(['postgres', 'shop', 'template0', 'template1'])
  await rm(file)
})

test('backups beyond the retention rule are deleted with their sums, and files with other names are kept', async () => {
  const old = 'shop-2020-01-01T02-30-00.dump'
  const kept = Array.from(
    { length: 12 },
    (_, month) => `shop-2024-${String(month + 1).padStart(2, '0')}-01T02-30-00.dump`,
  )
  for (const name of [old, ...kept, 'before-the-release.dump'])
    await appendFile(join(dir, 'backups', name), '')
  await appendFile(join(dir, 'backups', `${old}.sums.json`), '{}')
  await runNightly(env, print, openObjectFolder(dir))
  const names = await readdir(join(dir, 'backups'))
  expect(names).not.toContain(old)
  expect(names).not.toContain(`${old}.sums.json`)
  expect(names).toContain('before-the-release.dump')
  expect(names).toContain(kept.at(-1))
})

test('a picture is deleted with the last backup that had it', async () => {
  const shown = join(dir, 'pictures')
  await mkdir(shown)
  for (const name of ['shown.webp', 'removed.webp', 'older.webp']) await writeFile(join(shown, name), name)
  await runNightly(env, print, openObjectFolder(dir))
  await rm(join(shown, 'removed.webp'))
  await rm(join(shown, 'older.webp'))
  const longAgo = new Date(Date.now() - 400 * DAY_MS)
  const backups = join(dir, 'backups')
  for (const name of ['older.webp', 'shown.webp'])
    await utimes(join(backups, 'pictures', name), longAgo, longAgo)
  await runNightly(env, print, openObjectFolder(dir))
  expect((await readdir(join(backups, 'pictures'))).sort()).toEqual(['removed.webp', 'shown.webp'])
})
