/** Starts a Redis for tests, from the PATH or Debian's package. If neither works, an error says what to install. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { findFreePort } from '#db/connection/ports.ts'
import { ensureInstalled, succeeds } from '#db/testing/debian.ts'

const START_WITHIN_MS = 10_000

/** Found on the PATH, else installed from Debian. @throws Error with what to install */
export const ensureRedisServer = () =>
  ensureInstalled(() => succeeds('redis-server', ['--version']), 'redis-server')

export class RedisServer {
  readonly port: number
  readonly url: string
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
    this.url = `redis://127.0.0.1:${port}`
  }

  static async create(): Promise<RedisServer> {
    return new RedisServer(await findFreePort())
  }

  /** Starts it empty and without persistence. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    this.#process = spawn('redis-server', options, { stdio: 'ignore' })
    // Commands of the client wait until it is connected.
    const client = new Redis(this.url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
    client.on('error', () => {})
    const timeout = sleep(START_WITHIN_MS, 'late', { ref: false })
    const response = await Promise.race([client.ping(), timeout])
    client.disconnect()
    if (response === 'late') throw new Error('redis-server does not respond')
  }

  async stop(): Promise<void> {
    const running = this.#process
    this.#process = undefined
    if (!running || running.exitCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  /** Pauses it, so that it accepts connections but never responds. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }
}
