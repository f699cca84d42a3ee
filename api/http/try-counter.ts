/**
 * Counts tries in fixed windows. In Redis they are shared by every API process; while it is down each process counts
 * on its own: the limits are then looser, but the shop stays open.
 */
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

/** A request is waiting for it. */
const REDIS_RESPONDS_WITHIN_MS = 250
const REDIS_CONNECTS_WITHIN_MS = 1_000
const REDIS_RECONNECT_PAUSE_MS = 2_000
const MAX_KEYS_IN_MEMORY = 100_000

/** Each limit brings its own. */
const NO_LIMIT = { points: 0, duration: 0 }

/** `penalty` counts a try and, other than `consume`, leaves it to its caller what is above a limit. */
export type TryCounter = Pick<RateLimiterAbstract, 'penalty' | 'reward'>

/** Forgets the oldest windows above its size, so that a flood of addresses does not fill the memory. */
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
  // Only a shop of several processes needs it.
  const { Redis } = await import('ioredis')
  let isAway = false
  const warn = (error: Error) => {
    if (!isAway) app.log.warn({ err: error }, 'Redis is away: this process counts tries for itself')
    isAway = true
  }
  const redis = new Redis(url, {
    // A command that cannot be sent fails at once.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // Ends the connection, so that the next requests do not wait, too.
    socketTimeout: REDIS_RESPONDS_WITHIN_MS,
    connectTimeout: REDIS_CONNECTS_WITHIN_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, REDIS_RECONNECT_PAUSE_MS),
    // It is there and refuses to write. A script that it does not know yet is sent to it again.
    reconnectOnError: (error) => {
      if (!error.message.startsWith('NOSCRIPT')) warn(error)
      return false
    },
  })
  redis.on('error', warn)
  redis.on('ready', () => {
    isAway = false
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
