/**
 * Counts attempts in fixed windows. With Redis all API processes share the counts. While Redis is down each process counts
 * on its own: the limits are looser, but the shop stays open.
 */
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

/** Longest time that a request waits for Redis. */
const REDIS_RESPONDS_WITHIN_MS = 250
const REDIS_CONNECTS_WITHIN_MS = 1_000
const REDIS_RECONNECT_PAUSE_MS = 2_000
const MAX_KEYS_IN_MEMORY = 100_000

/** The library requires defaults; they are unused, because every call passes its own limit. */
const NO_LIMIT = { points: 0, duration: 0 }

/** `penalty` counts an attempt. Unlike `consume` it never rejects: the caller decides. */
export type TryCounter = Pick<RateLimiterAbstract, 'penalty' | 'reward'>

/** Evicts the oldest windows when full, so that a flood of addresses cannot exhaust the memory. */
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

/** Resolves even if Redis is down: ioredis reconnects in the background. */
export async function openRedisCounter(app: FastifyInstance, url: string): Promise<TryCounter> {
  // Loaded on demand: only a shop with several processes uses Redis.
  const { Redis } = await import('ioredis')
  let isDown = false
  const warn = (error: Error) => {
    if (!isDown) app.log.warn({ err: error }, 'Redis cannot be reached: this process counts tries on its own')
    isDown = true
  }
  const redis = new Redis(url, {
    // A command that cannot be sent fails at once instead of waiting for a connection.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // Closes an unresponsive connection, so that later requests do not wait for it.
    socketTimeout: REDIS_RESPONDS_WITHIN_MS,
    connectTimeout: REDIS_CONNECTS_WITHIN_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, REDIS_RECONNECT_PAUSE_MS),
    // An error response of Redis, for example because it refuses writes. NOSCRIPT is not a fault: the script is sent again.
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
