/** Adds many made-up orders to the demo's data, to try out and measure the back office. */

import { type Command, expectNoArguments } from '#api/commands/command.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import { say } from '#api/platform/logging/terminal.ts'
import { applyMigrations } from '#db/connection/apply-migrations.ts'
import { createDb } from '#db/connection/connection.ts'
import { startEmbeddedPostgres } from '#db/connection/embedded.ts'
import { CannotProceed, findOwnerUrl } from '#db/connection/postgres-client.ts'
import { seedDemo } from '#db/seeds/demo.ts'
import { seedLarge } from '#db/seeds/large.ts'
import { seedRules } from './seed-rules.ts'

interface Server {
  url: string
  stop: () => Promise<void>
}

/** Unlike other commands, also starts the demo's database if no shop is running on it. */
async function openDatabase(env: NodeJS.ProcessEnv): Promise<Server> {
  const url = await findOwnerUrl(env).catch(() => undefined)
  if (url !== undefined) return { url, stop: async () => {} }
  const server = await startEmbeddedPostgres(parseEnv(env).dataDir)
  return { url: server.urlOf('postgres'), stop: () => server.stop() }
}

export const command: Command = {
  async run(given) {
    expectNoArguments(given)
    // Checked first, because in production no other error message would be useful.
    if (process.env.NODE_ENV === 'production') {
      throw new CannotProceed('NODE_ENV is production: made-up orders do not belong there')
    }
    const { url, stop } = await openDatabase(process.env)
    const db = createDb(url)
    try {
      await applyMigrations(db)
      await seedDemo(db, seedRules)
      const startedAtMs = performance.now()
      const isMade = await seedLarge(db)
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
      say(isMade ? `✔ 100,000 orders made in ${seconds} s` : '✔ The 100,000 orders are already there')
    } finally {
      await db.destroy()
      await stop()
    }
    return 0
  },
}
