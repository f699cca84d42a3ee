import { Redis } from 'ioredis'
import { codeOf, createCheck, fault, ok, unset } from './check.ts'

const CONNECTS_WITHIN_MS = 2_000

export const redisCheck = createCheck('Redis', 'Connection', async ({ env }) => {
  if (!env.redisUrl) return unset('each process counts tries for itself')
  const redis = new Redis(env.redisUrl, {
    lazyConnect: true,
    connectTimeout: CONNECTS_WITHIN_MS,
    commandTimeout: CONNECTS_WITHIN_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  let reason: unknown
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.connect()
    await redis.ping()
    return ok('responds')
  } catch (error) {
    return fault(
      `cannot be reached (${codeOf(reason ?? error)})`,
      'Check that it is running, and the host and password in REDIS_URL. Until then each process counts attempts by itself.',
    )
  } finally {
    redis.disconnect()
  }
})
