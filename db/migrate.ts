/** Brings the database up to date as its owner, and lets the processes' role work in it. */
import { createDb } from './connection.ts'
import { findOwnerUrl } from './postgres-client.ts'
import { bringUpToDate } from './roles.ts'

/** @returns the names of the migrations that were applied @throws CannotProceed */
export async function migrate(env: NodeJS.ProcessEnv): Promise<string[]> {
  const ownerUrl = await findOwnerUrl(env)
  const owner = createDb(ownerUrl, { poolMax: 1, applicationName: 'migrate' })
  try {
    return await bringUpToDate(owner, { ownerUrl, processUrl: env.DATABASE_URL || ownerUrl })
  } finally {
    await owner.destroy()
  }
}

/** @returns names of migrations @throws CannotProceed */
export async function listMigrations(
  env: NodeJS.ProcessEnv,
): Promise<{ applied: string[]; pending: string[] }> {
  const owner = createDb(await findOwnerUrl(env), { poolMax: 1, applicationName: 'status' })
  try {
    const [applied, pending] = (await owner.migrate.list()) as [{ name: string }[], { file: string }[]]
    return { applied: applied.map(({ name }) => name), pending: pending.map(({ file }) => file) }
  } finally {
    await owner.destroy()
  }
}
