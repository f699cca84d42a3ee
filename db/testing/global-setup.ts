/** One real PostgreSQL for the whole run, and in it one migrated template that every test file copies. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDb } from '../connection.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../embedded.ts'
import { bringUpToDate } from '../roles.ts'
import { writeEmptyingSql } from './emptying-sql.ts'
import { TEMPLATE_DATABASE } from './template.ts'

/** Tests need no durability: a crash of this server loses nothing that matters. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  const server = await startEmbeddedPostgres(dataDir, { settings: FAST_SETTINGS })
  const admin = createDb(server.urlOf('postgres'))
  await admin.raw(`CREATE DATABASE ${TEMPLATE_DATABASE}`)
  await admin.destroy()
  const template = createDb(server.urlOf(TEMPLATE_DATABASE))
  const ownerUrl = server.urlOf(TEMPLATE_DATABASE)
  const processUrl = new URL(ownerUrl)
  processUrl.username = 'shop_process'
  // Copies of the template have the rights of its tables.
  await bringUpToDate(template, { ownerUrl, processUrl: processUrl.href })
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
    /** Empties a copy of the template. */
    emptyingSql: string
    /** The template, as a process of the shop connects to it. */
    processUrl: string
  }
}
