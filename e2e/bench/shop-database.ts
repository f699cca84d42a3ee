/** The demo's data in a database of a section's own. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { seedRules } from '../../api/seed-rules.ts'
import { createDb } from '../../db/connection.ts'
import type { EmbeddedPostgres } from '../../db/embedded.ts'
import { seedDemo } from '../../db/seeds/demo.ts'
import { seedLarge } from '../../db/seeds/large.ts'
import { ROOT } from '../../db/testing/node-process.ts'
import { makeDatabase } from './machine.ts'

export interface ShopDatabase {
  url: string
  db: Knex
}

export async function makeShopDatabase(server: EmbeddedPostgres, name: string): Promise<ShopDatabase> {
  const url = await makeDatabase(server, name)
  const db = createDb(url, { poolMax: 2, applicationName: 'bench' })
  await seedDemo(db, seedRules)
  await db.raw('VACUUM ANALYZE')
  return { url, db }
}

/**
 * A database of this name with so many orders beside the demo's data. It is a copy of a template, which stays on the
 * server until a migration or a seed changes.
 */
export async function copyLargeShop(
  server: EmbeddedPostgres,
  name: string,
  orders: number,
): Promise<ShopDatabase> {
  const template = `large_${orders}_${await hashSources()}`
  const admin = createDb(server.urlOf('postgres'), { poolMax: 1 })
  const { rows } = await admin.raw<{ rows: { name: string }[] }>(
    'SELECT datname AS name FROM pg_database WHERE datname LIKE ?',
    [`large\\_${orders}\\_%`],
  )
  if (!rows.some((row) => row.name === template)) {
    for (const outdated of rows) await admin.raw(`DROP DATABASE ${outdated.name}`)
    // Renamed at the end, so that an unfinished template is made again.
    const { db } = await makeShopDatabase(server, 'large_unfinished')
    await seedLarge(db, { orders })
    await db.destroy()
    await admin.raw(`ALTER DATABASE large_unfinished RENAME TO ${template}`)
  }
  await admin.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.raw(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  await admin.destroy()
  const url = server.urlOf(name)
  return { url, db: createDb(url, { poolMax: 2, applicationName: 'bench' }) }
}

/** Hash of the sources that make the rows. */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['db/migrations', 'db/seeds']) {
    const files = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
    const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    for (const path of paths.sort()) hash.update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 12)
}
