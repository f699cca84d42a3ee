/**
 * Counts tries in fixed windows. In Redis they are shared by every API process; while it is down each process counts
 * on its own: the limits are then looser, but the shop stays open.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'

const REDIS_COMMAND_TIMEOUT_MS = 250
const REDIS_CONNECT_TIMEOUT_MS = 1_000
/** How long Redis is not used after a failure, so that not every request waits for it. */
const REDIS_PAUSE_MS = 2_000
const MAX_KEYS_IN_MEMORY = 100_000
const KEY_PREFIX = 'shop:tries:'

export interface Tries {
  /** This one included. */
  current: number
  /** Milliseconds until the window ends. */
  ttl: number
}

export interface TryCounter {
  take(key: string, windowMs: number): Promise<Tries>
  /** Undoes one `take` of the running window. */
  giveBack(key: string): Promise<void>
  close(): Promise<void>
}

export class MemoryCounter implements TryCounter {
  /** In order of creation, so that the oldest is dropped first. */
  readonly #windows = new Map<string, { current: number; endsAtMs: number }>()

  async take(key: string, windowMs: number): Promise<Tries> {
    const now = Date.now()
    let window = this.#windows.get(key)
    if (!window || window.endsAtMs <= now) {
      this.#windows.delete(key)
      window = { current: 0, endsAtMs: now + windowMs }
      this.#windows.set(key, window)
      const [oldest] = this.#windows.keys()
      if (this.#windows.size > MAX_KEYS_IN_MEMORY && oldest !== undefined) this.#windows.delete(oldest)
    }
    window.current += 1
    return { current: window.current, ttl: window.endsAtMs - now }
  }

  async giveBack(key: string): Promise<void> {
    const window = this.#windows.get(key)
    if (window && window.current > 0) window.current -= 1
  }

  async close(): Promise<void> {
    this.#windows.clear()
  }
}

const TAKE = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`
const GIVE_BACK = `
  local current = redis.call('GET', KEYS[1])
  if current and tonumber(current) > 0 then redis.call('DECR', KEYS[1]) end
  return 0`

export class RedisCounter implements TryCounter {
  readonly #redis: Redis
  readonly #fallback = new MemoryCounter()
  readonly #log: FastifyBaseLogger
  #pausedUntilMs = 0

  private constructor(redis: Redis, log: FastifyBaseLogger) {
    this.#redis = redis
    this.#log = log
  }

  /** Also resolves if Redis is down: ioredis reconnects in the background. */
  static async open(url: string, log: FastifyBaseLogger): Promise<RedisCounter> {
    // Only a shop of several processes needs it.
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      // A command that cannot be sent fails at once, because a request is waiting for it.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
      connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
      retryStrategy: (attempt) => Math.min(attempt * 100, REDIS_PAUSE_MS),
    })
    const counter = new RedisCounter(redis, log)
    // Without a listener ioredis prints to the console.
    redis.on('error', (error) => counter.#pause(error))
    redis.on('ready', () => {
      counter.#pausedUntilMs = 0
    })
    const giveUp = Promise.withResolvers<void>()
    const timer = setTimeout(giveUp.resolve, REDIS_CONNECT_TIMEOUT_MS)
    redis.once('ready', giveUp.resolve).once('error', giveUp.resolve)
    await giveUp.promise
    clearTimeout(timer)
    return counter
  }

  async take(key: string, windowMs: number): Promise<Tries> {
    const result = await this.#run(TAKE, key, windowMs)
    if (!Array.isArray(result)) return await this.#fallback.take(key, windowMs)
    const [current, ttl] = result as [number, number]
    return { current, ttl: Math.max(ttl, 0) }
  }

  async giveBack(key: string): Promise<void> {
    const result = await this.#run(GIVE_BACK, key)
    if (result === undefined) await this.#fallback.giveBack(key)
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
    await this.#fallback.close()
  }

  /** @returns undefined while Redis is down */
  async #run(script: string, key: string, ...values: number[]): Promise<unknown> {
    if (Date.now() < this.#pausedUntilMs) return undefined
    try {
      return await this.#redis.eval(script, 1, KEY_PREFIX + key, ...values)
    } catch (error) {
      this.#pause(error)
      return undefined
    }
  }

  #pause(error: unknown): void {
    if (Date.now() >= this.#pausedUntilMs) {
      this.#log.warn({ err: error }, 'Redis is away: this process counts tries for itself')
    }
    this.#pausedUntilMs = Date.now() + REDIS_PAUSE_MS
  }
}
