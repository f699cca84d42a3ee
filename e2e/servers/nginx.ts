/** A real nginx with production's file (api/deploy/nginx.conf) on other ports and folders. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from '#db/connection/ports.ts'
import { ensureInstalled, succeeds } from '#db/testing/debian.ts'
import { adapt, Program } from './program.ts'

const CONFIGURATION = resolve(import.meta.dirname, '..', '..', 'api', 'deploy', 'nginx.conf')

/** Found on the PATH, else installed from Debian. @throws Error with what to install */
export const ensureNginx = () => ensureInstalled(() => succeeds('nginx', ['-v']), 'nginx-light')

/** One line of nginx's access log. */
export interface ServedRequest {
  method: string
  path: string
  status: number
  /** The client's IP address, as nginx sees it. */
  address: string
  /** The upstreams that it tried, in order. */
  upstream: string
  /** The status of the cache; only for requests to the catalogue. */
  cache?: string
}

export class Nginx {
  readonly url: string
  readonly #dir: string
  readonly #program: Program

  private constructor(url: string, dir: string, program: Program) {
    this.url = url
    this.#dir = dir
    this.#program = program
  }

  static async start({
    upstreamPorts,
    siteDir,
    dataDir = '/srv/uploaded',
    tlsProxy,
  }: {
    upstreamPorts: [number, number]
    siteDir: string
    /** The folder with `pictures`; unset: one that does not exist. */
    dataDir?: string
    /** The address of the proxy that terminates TLS; unset: there is none. */
    tlsProxy?: string
  }): Promise<Nginx> {
    const dir = await mkdtemp(join(tmpdir(), 'shop-nginx-'))
    const port = await findFreePort()
    const configuration = await adapt(CONFIGURATION, {
      'api-1:4321': `127.0.0.1:${upstreamPorts[0]}`,
      'api-2:4321': `127.0.0.1:${upstreamPorts[1]}`,
      '/tmp/nginx': join(dir, 'nginx'),
      '/srv/site': siteDir,
      '/srv/uploaded': dataDir,
      'listen 8080;': `listen 127.0.0.1:${port};`,
      ...(tlsProxy && { '172.30.77.9': tlsProxy }),
      'access_log /dev/stdout': `access_log ${join(dir, 'access.log')}`,
    })
    const file = join(dir, 'nginx.conf')
    await writeFile(file, configuration)
    // Runs in the foreground, so that a signal ends the master process. If root starts it, its workers must stay root: another user
    // may not be able to read this project.
    const user = process.getuid?.() === 0 ? ' user root;' : ''
    const globals = `daemon off;${user}`
    const program = new Program('nginx', ['-c', file, '-e', join(dir, 'error.log'), '-g', globals])
    const url = `http://127.0.0.1:${port}`
    await program.until(async () => {
      await (await fetch(`${url}/robots.txt`)).arrayBuffer()
      return true
    })
    return new Nginx(url, dir, program)
  }

  async readAccessLog(): Promise<ServedRequest[]> {
    const log = await readFile(join(this.#dir, 'access.log'), 'utf8')
    return log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ServedRequest)
  }

  async stop(): Promise<void> {
    await this.#program.stop()
    await rm(this.#dir, { recursive: true, force: true })
  }
}
