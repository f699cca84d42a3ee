/** `npm run db:migrate`: brings the database up to date as its owner, and lets the processes' role work in it. */
import { createDb } from './connection.ts'
import { findOwnerUrl, runScript } from './postgres-client.ts'
import { bringUpToDate } from './roles.ts'

async function migrate(): Promise<string> {
  const ownerUrl = await findOwnerUrl(process.env)
  const owner = createDb(ownerUrl, { poolMax: 1, applicationName: 'migrate' })
  try {
    const applied = await bringUpToDate(owner, { ownerUrl, processUrl: process.env.DATABASE_URL || ownerUrl })
    return applied.length > 0 ? `${applied.length} migrations applied` : 'The database is up to date'
  } finally {
    await owner.destroy()
  }
}

await runScript(migrate)
