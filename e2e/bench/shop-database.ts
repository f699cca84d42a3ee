/** Gives each section its own database with the demo's data. */
import type { Knex } from 'knex'
import { seedRules } from '#api/demo/seed-rules.ts'
import { createDb } from '#db/connection/connection.ts'
import type { EmbeddedPostgres } from '#db/connection/embedded.ts'
import { seedDemo } from '#db/seeds/demo.ts'
import { makeDatabase } from './machine.ts'

export interface ShopDatabase {
  url: string
  db: Knex
}

/** The name of the template database, made once per run. Sections copy it with its statistics. */
let template: Promise<string> | undefined

export async function makeShopDatabase(server: EmbeddedPostgres, name: string): Promise<ShopDatabase> {
  template ??= makeTemplate(server)
  const url = await makeDatabase(server, name, await template)
  return { url, db: createDb(url, { poolMax: 2, applicationName: 'bench' }) }
}

async function makeTemplate(server: EmbeddedPostgres): Promise<string> {
  const name = 'bench_template'
  const db = createDb(await makeDatabase(server, name), { poolMax: 2, applicationName: 'bench' })
  await db.migrate.latest()
  await seedDemo(db, seedRules)
  await db.raw('VACUUM ANALYZE')
  await db.destroy()
  return name
}
