/** A shop for one journey: an API process on its own database, for data that other journeys must not see. */
import type { Knex } from 'knex'
import { createDb, withDb } from '#db/connection/connection.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { TEMPLATE_DATABASE } from '#db/testing/template.ts'
import { createApi, readDatabaseUrl } from './own-api.ts'

export interface OwnShop {
  origin: string
  db: Knex
  close(): Promise<void>
}

/** Variables as in production. Nothing listens at SMTP_URL, so mails stay in the outbox. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOW_TEST_KEYS: 'on',
  RATE_LIMIT: 'on',
  SHEDDING: 'on',
  SMTP_URL: 'smtp://127.0.0.1:9',
  USD_INR_RATE: '84.25',
} as const

/** Creates and migrates the template that {@link openOwnShop} copies. Runs once, before the journeys. */
export async function prepareOwnShops(): Promise<void> {
  const url = new URL(await readDatabaseUrl())
  await withDb(url.href, 'journeys', (server) => server.raw(`CREATE DATABASE ${TEMPLATE_DATABASE}`))
  url.pathname = `/${TEMPLATE_DATABASE}`
  await withDb(url.href, 'journeys', (template) => template.migrate.latest())
}

/** Opens a shop without packages and users. It serves the journeys' site. */
export async function openOwnShop(variables: Record<string, string> = {}): Promise<OwnShop> {
  const url = new URL(await readDatabaseUrl())
  const server = createDb(url.href, { poolMax: 1 })
  const name = `journey_${crypto.randomUUID().slice(0, 8)}`
  await server.raw(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`)
  url.pathname = `/${name}`
  const db = createDb(url.href, { poolMax: 2, applicationName: 'journeys' })

  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const api = await createApi({ port, origin, databaseUrl: url.href, variables })
  await api.start()
  return {
    origin,
    db,
    close: async () => {
      // Killed, because nothing that it still does matters.
      await api.kill()
      await db.destroy()
      await server.raw(`DROP DATABASE ${name} WITH (FORCE)`)
      await server.destroy()
    },
  }
}
