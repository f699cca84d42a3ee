/** Starts one PostgreSQL for the whole run, with a migrated template database that test files copy. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDb } from '#db/connection/connection.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#db/connection/embedded.ts'
import { migrateAndGrant } from '#db/connection/roles.ts'
import { writeEmptyingSql } from './emptying-sql.ts'
import { TEMPLATE_DATABASE } from './template.ts'

/** Turns off durability, which tests do not need. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Makes hashing the password of each connection cheap.
  scram_iterations: '1',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  const server = await startEmbeddedPostgres(dataDir, { settings: FAST_SETTINGS })
  const admin = createDb(server.urlOf('postgres'))
  // Stores the password again, with the single iteration set above.
  await admin.raw(`ALTER ROLE postgres PASSWORD '${new URL(server.urlOf('postgres')).password}'`)
  await admin.raw(`CREATE DATABASE ${TEMPLATE_DATABASE}`)
  await admin.destroy()
  const template = createDb(server.urlOf(TEMPLATE_DATABASE))
  const ownerUrl = server.urlOf(TEMPLATE_DATABASE)
  const processUrl = new URL(ownerUrl)
  processUrl.username = 'shop_process'
  // Also grants rights, which copies of the template inherit.
  await migrateAndGrant(template, { ownerUrl, processUrl: processUrl.href })
  project.provide('emptyingSql', await writeEmptyingSql(template))
  await template.destroy()
  project.provide('postgresUrl', server.urlOf('postgres'))
  project.provide('processUrl', processUrl.href)
  return async () => {
    await server.stop()
    await removeEmbeddedPostgres(dataDir)
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** SQL that empties a copy of the template. */
    emptyingSql: string
    /** The template's URL with the role of the shop's processes. */
    processUrl: string
  }
}
