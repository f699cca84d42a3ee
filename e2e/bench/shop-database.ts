/** The demo's data in a database of a section's own. */
import type { Knex } from 'knex'
import { seedRules } from '../../api/demo/seed-rules.ts'
import { createDb } from '../../db/connection/connection.ts'
import type { EmbeddedPostgres } from '../../db/connection/embedded.ts'
import { seedDemo } from '../../db/seeds/demo.ts'
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
