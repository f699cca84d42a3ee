/**
 * Counts tries in fixed windows. In Redis they are shared by every API process; while it is down each process counts
 * on its own: the limits are then looser, but the shop stays open.
 */
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

/** Requests wait this long for Redis. */
const REDIS_RESPONDS_WITHIN_MS = 250
const REDIS_CONNECTS_WITHIN_MS = 1_000
const REDIS_RECONNECT_PAUSE_MS = 2_000
const MAX_KEYS_IN_MEMORY = 100_000

/** The library asks for defaults, which nothing uses: every call passes its limit. */
const NO_LIMIT = { points: 0, duration: 0 }

/** `penalty` counts a try. Unlike `consume` it does not refuse tries above a limit; its caller decides. */
export type TryCounter = Pick<RateLimiterAbstract, 'penalty' | 'reward'>

/** Forgets the oldest windows when it is full, so that a flood of addresses does not use up the memory. */
export class MemoryCounter extends RateLimiterMemory {
  readonly #keys = new Set<string>()

  constructor() {
    super(NO_LIMIT)
  }

  override async penalty(key: string, points?: number, options?: object) {
    const tries = await super.penalty(key, points, options)
    if (tries.isFirstInDuration) {
      this.#keys.delete(key)
      this.#keys.add(key)
    }
    const [oldest] = this.#keys
    if (this.#keys.size > MAX_KEYS_IN_MEMORY && oldest !== undefined) {
      this.#keys.delete(oldest)
      await this.delete(oldest)
    }
    return tries
  }
}

/** Also resolves if Redis is down: ioredis reconnects in the background. */
export async function openRedisCounter(app: FastifyInstance, url: string): Promise<TryCounter> {
  // Imported here, because only a shop of several processes uses Redis.
  const { Redis } = await import('ioredis')
  let isDown = false
  const warn = (error: Error) => {
    if (!isDown) app.log.warn({ err: error }, 'Redis cannot be reached: this process counts tries on its own')
    isDown = true
  }
  const redis = new Redis(url, {
    // A command that cannot be sent fails at once and does not wait for a connection.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // Closes a connection that does not respond, so that the next requests do not wait for it.
    socketTimeout: REDIS_RESPONDS_WITHIN_MS,
    connectTimeout: REDIS_CONNECTS_WITHIN_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, REDIS_RECONNECT_PAUSE_MS),
    // Redis responds with an error, for example because it refuses writes. NOSCRIPT is none: the script is sent again.
    reconnectOnError: (error) => {
      if (!error.message.startsWith('NOSCRIPT')) warn(error)
      return false
    },
  })
  redis.on('error', warn)
  redis.on('ready', () => {
    isDown = false
  })
  app.addHook('onClose', () => redis.disconnect())
  await once(redis, 'ready').catch(() => {})
  return new RateLimiterRedis({
    ...NO_LIMIT,
    storeClient: redis,
    keyPrefix: 'shop:tries',
    rejectIfRedisNotReady: true,
    insuranceLimiter: new MemoryCounter(),
  })
}
