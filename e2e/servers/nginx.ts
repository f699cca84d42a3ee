/** A real nginx with production's file (api/deploy/nginx.conf) on other ports and folders. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#db/connection/ports.ts'
import { installFromDebian, succeeds } from '#db/testing/debian.ts'

const CONFIGURATION = resolve(import.meta.dirname, '..', '..', 'api', 'deploy', 'nginx.conf')
const START_WITHIN_MS = 10_000

const isInstalled = () => succeeds('nginx', ['-v'])

/** Found on the PATH, else installed as Debian's package. @throws Error with what to install */
export function ensureNginx(): void {
  if (isInstalled()) return
  installFromDebian('nginx-light')
  if (!isInstalled()) {
    throw new Error('These tests need nginx on the PATH: install it (Debian: apt-get install nginx-light)')
  }
}

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
  readonly #process: ChildProcess

  private constructor(url: string, dir: string, child: ChildProcess) {
    this.url = url
    this.#dir = dir
    this.#process = child
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
    let configuration = await readFile(CONFIGURATION, 'utf8')
    const replace = (from: string, to: string) => {
      if (!configuration.includes(from)) throw new Error(`nginx.conf has no "${from}"`)
      configuration = configuration.replaceAll(from, to)
    }
    replace('api-1:4321', `127.0.0.1:${upstreamPorts[0]}`)
    replace('api-2:4321', `127.0.0.1:${upstreamPorts[1]}`)
    replace('/tmp/nginx', join(dir, 'nginx'))
    replace('/srv/site', siteDir)
    replace('/srv/uploaded', dataDir)
    replace('listen 8080;', `listen 127.0.0.1:${port};`)
    if (tlsProxy) replace('172.30.77.9', tlsProxy)
    replace('access_log /dev/stdout', `access_log ${join(dir, 'access.log')}`)
    const file = join(dir, 'nginx.conf')
    await writeFile(file, configuration)
    // Runs in the foreground, so that a signal ends the master process. If root starts it, its workers must stay root: another user
    // may not be able to read this project.
    const user = process.getuid?.() === 0 ? ' user root;' : ''
    const child = spawn('nginx', ['-c', file, '-e', join(dir, 'error.log'), '-g', `daemon off;${user}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk.toString()}`.slice(-5_000)
    })
    const url = `http://127.0.0.1:${port}`
    const deadline = performance.now() + START_WITHIN_MS
    while (performance.now() < deadline && child.exitCode === null) {
      const response = await fetch(`${url}/robots.txt`).catch(() => undefined)
      await response?.arrayBuffer()
      if (response) return new Nginx(url, dir, child)
      await sleep(20)
    }
    child.kill('SIGKILL')
    throw new Error(`nginx did not start: ${errors}`)
  }

  async readAccessLog(): Promise<ServedRequest[]> {
    const log = await readFile(join(this.#dir, 'access.log'), 'utf8')
    return log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ServedRequest)
  }

  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await exited
    await rm(this.#dir, { recursive: true, force: true })
  }
}
