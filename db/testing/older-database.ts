/** Opens databases from before a migration, to test how it converts their rows. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import { createDb, withDb } from '#db/connection/connection.ts'

/** The database of the running `describe` block, with the migrations before the tested one. */
export let db: Knex
/** DATA_DIR, where migrations keep the rows that they drop. */
let dataDir: string

/** @param migration the first migration that has not run, such as '0137' */
export function openBefore(migration: string): void {
  const name = `older_${randomUUID().replaceAll('-', '')}`
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'older-'))
    vi.stubEnv('DATA_DIR', dataDir)
    await onServer(`CREATE DATABASE ${name}`)
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    db = createDb(url.href, { poolMax: 1 })
    const [, all] = (await db.migrate.list()) as [unknown, { file: string }[]]
    for (const { file } of all.filter(({ file }) => file < migration)) await db.migrate.up({ name: file })
  })
  afterAll(async () => {
    await db?.destroy()
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
    vi.unstubAllEnvs()
    await rm(dataDir, { recursive: true })
  })
}

/** Opens a connection each time, because test files of one worker share this module. */
function onServer(statement: string): Promise<unknown> {
  return withDb(inject('postgresUrl'), 'tests', (server) => server.raw(statement))
}

/** @returns the dropped rows that a migration has kept, in order */
export async function readKept(name: string): Promise<object[]> {
  const lines = await readFile(join(dataDir, 'kept', `${name}.ndjson`), 'utf8')
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** @returns those of the tables that exist */
export async function findTables(...names: string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    'SELECT relname AS name FROM pg_class WHERE relname = ANY(?) ORDER BY 1',
    [names],
  )
  return rows.map(({ name }) => name)
}
