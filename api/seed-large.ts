/**
 * `npm run db:seed:large`: 100,000 orders beside the demo's data, in the database at DATABASE_OWNER_URL, else
 * DATABASE_URL, else the embedded one of DATA_DIR, also while a shop runs on it. To see and measure the areas of admins and staff at size.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { createDb } from '../db/connection.ts'
import { DATABASE_URL_FILE, startEmbeddedPostgres } from '../db/embedded.ts'
import { seedDemo } from '../db/seeds/demo.ts'
import { seedLarge } from '../db/seeds/large.ts'
import { type Env, InvalidEnv, parseEnv } from './env.ts'
import { seedRules } from './seed-rules.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Opened {
  db: Knex
  close: () => Promise<void>
}

async function open(env: Env): Promise<Opened> {
  const ownerUrl = env.databaseOwnerUrl ?? env.databaseUrl
  if (ownerUrl) return opened(createDb(ownerUrl))
  const running = await findRunning(env.dataDir)
  if (running) return opened(running)
  const server = await startEmbeddedPostgres(env.dataDir)
  return opened(createDb(server.urlOf('postgres')), () => server.stop())
}

function opened(db: Knex, stop: () => Promise<void> = async () => {}): Opened {
  return { db, close: () => db.destroy().then(stop) }
}

/** The server of a shop that is open on the same data. */
async function findRunning(dataDir: string): Promise<Knex | undefined> {
  const url = await readFile(join(dataDir, DATABASE_URL_FILE), 'utf8').catch(() => undefined)
  if (!url) return undefined
  const db = createDb(url.trim())
  try {
    await db.raw('SELECT 1')
    return db
  } catch {
    await db.destroy()
    return undefined
  }
}

async function main(): Promise<void> {
  // Checked first: in production no other message would help.
  if (process.env.NODE_ENV === 'production') {
    throw new InvalidEnv(['NODE_ENV is production: made-up orders have no place there'])
  }
  const { db, close } = await open(parseEnv(process.env))
  try {
    await db.migrate.latest()
    await seedDemo(db, seedRules)
    const startedAtMs = performance.now()
    const isMade = await seedLarge(db)
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    say(isMade ? `✔ 100,000 orders made in ${seconds} s` : '✔ The 100,000 orders are there')
  } finally {
    await close()
  }
}

main().catch((error: unknown) => {
  const lines =
    error instanceof InvalidEnv ? error.problems : [error instanceof Error ? error.stack : String(error)]
  for (const line of lines) process.stderr.write(`✘ ${line}\n`)
  process.exitCode = 1
})
