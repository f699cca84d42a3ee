/**
 * PostgreSQL as the operating system packages it, with its programs for backups. The one from npm has none, and those of
 * an older Debian cannot read its data.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../db/embedded.ts'
import { installFromDebian } from '../../db/testing/debian.ts'

const VERSIONS = '/usr/lib/postgresql'
const NEEDED = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore']

function findBinaries(): string | undefined {
  const folders = existsSync(VERSIONS) ? readdirSync(VERSIONS).map((name) => join(VERSIONS, name, 'bin')) : []
  return folders.find((folder) => NEEDED.every((program) => existsSync(join(folder, program))))
}

/** @returns the folder of its programs; installed as Debian's package where there is none. @throws Error with what to install */
export function ensurePostgres(): string {
  if (!findBinaries()) installFromDebian('postgresql')
  const found = findBinaries()
  if (!found) {
    throw new Error(
      `These tests need a PostgreSQL under ${VERSIONS}: install it (Debian: apt-get install postgresql)`,
    )
  }
  return found
}

export interface OwnPostgres {
  urlOf(database: string): string
  stop(): Promise<void>
}

export async function startOwnPostgres(binaries: string): Promise<OwnPostgres> {
  const dir = await mkdtemp(join(tmpdir(), 'shop-own-postgres-'))
  // PostgreSQL refuses to run as root; the package has made a user for it.
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const cluster = join(dir, 'cluster')
  await mkdir(cluster, { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(dir, owner.uid, owner.gid)
    await chown(cluster, owner.uid, owner.gid)
  }
  const call = (program: string, args: string[]) =>
    execFileSync(join(binaries, program), ['--pgdata', cluster, ...args], {
      ...owner,
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: 'ignore',
    })
  call('initdb', ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  const port = await findFreePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  call('pg_ctl', ['start', '--wait', `--log=${join(dir, 'log')}`, `--options=${options}`])
  return {
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      call('pg_ctl', ['stop', '--mode=immediate'])
      await rm(dir, { recursive: true, force: true })
    },
  }
}
