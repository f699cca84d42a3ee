/** A real nginx with the file that production runs (api/deploy/nginx.conf), its ports and folders exchanged. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../db/connection/embedded.ts'
import { installFromDebian, succeeds } from '../../db/testing/debian.ts'

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

/** One line of its access log. */
export interface ServedRequest {
  method: string
  path: string
  status: number
  /** The visitor's, as far as nginx knows it. */
  address: string
  /** The upstreams that it tried, in order. */
  upstream: string
  /** Of the catalogue alone: whether it came from the cache. */
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
    /** Where the folder `pictures` lies; unset: nowhere. */
    dataDir?: string
    /** The address of what ends TLS before it; unset: nothing does. */
    tlsProxy?: string
  }): Promise<Nginx> {
    const dir = await mkdtemp(join(tmpdir(), 'shop-nginx-'))
    const port = await findFreePort()
    let configuration = await readFile(CONFIGURATION, 'utf8')
    const exchange = (from: string, to: string) => {
      if (!configuration.includes(from)) throw new Error(`nginx.conf has no "${from}"`)
      configuration = configuration.replaceAll(from, to)
    }
    exchange('api-1:4321', `127.0.0.1:${upstreamPorts[0]}`)
    exchange('api-2:4321', `127.0.0.1:${upstreamPorts[1]}`)
    exchange('/tmp/nginx', join(dir, 'nginx'))
    exchange('/srv/site', siteDir)
    exchange('/srv/uploaded', dataDir)
    exchange('listen 8080;', `listen 127.0.0.1:${port};`)
    if (tlsProxy) exchange('172.30.77.9', tlsProxy)
    exchange('access_log /dev/stdout', `access_log ${join(dir, 'access.log')}`)
    const file = join(dir, 'nginx.conf')
    await writeFile(file, configuration)
    // In the foreground, where its master ends with the signal it is sent; as root it would serve as another user, who
    // cannot enter this project.
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

  /** What it has served, oldest first. */
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
