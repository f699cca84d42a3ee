/** `npm run db:backup [-- file]`: writes the database to one file in pg_dump's custom format. The shop may keep running. */
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findOwnerUrl, findPrograms, readServerVersion, runProgram, runScript } from './postgres-client.ts'

const MEGABYTE = 1_048_576

async function backUp(): Promise<string> {
  const databaseUrl = await findOwnerUrl(process.env)
  const [pgDump] = await findPrograms('pg_dump', {
    atLeast: await readServerVersion(databaseUrl),
    env: process.env,
  })
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = process.argv[2] ?? join(process.env.DATA_DIR || '.data', 'backups', `shop-${now}.dump`)
  await mkdir(dirname(file), { recursive: true })
  // It gets its name when it is complete. It holds personal data, so no other user may read it.
  const partial = `${file}.partial`
  process.umask(0o077)
  try {
    await runProgram(
      pgDump,
      ['--format=custom', '--no-owner', '--no-privileges', `--file=${partial}`],
      databaseUrl,
    )
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  return `${file} (${((await stat(file)).size / MEGABYTE).toFixed(1)} MB)`
}

await runScript(backUp)
