/**
 * `Idempotency-Key`: a repeat with the same key is not executed again but gets the first response. Response and work are
 * committed in one transaction, so that the process may crash at any point.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { Services } from '#api/platform/app-type.ts'
import { Conflict, DomainError } from '#api/platform/errors.ts'
import { IdempotencyKey } from '#db/models/platform/idempotency-key.ts'

export const STORED_FOR_HOURS = 24
/** Longer than any call takes. A lock older than this belongs to a dead process, and another may take it over. */
const LOCKED_FOR_SECONDS = 20
/** How long a concurrent call with the same key waits for the first response. */
const WAIT_MS = 3_000
const POLL_INTERVAL_MS = 50
const RETRY_AFTER_SECONDS = 2
const CREATED = 201
/** Refusals that are not stored, because a retry may succeed. */
const TEMPORARY_STATUSES = new Set([401, 403, 429])

const KEY_MESSAGE = 'Idempotency-Key must be 1 to 255 visible characters'

export const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string(KEY_MESSAGE)
    .regex(/^[!-~]{1,255}$/, KEY_MESSAGE)
    .optional()
    .describe(
      `made by the caller; the same call under it again gets the same response, for ${STORED_FOR_HOURS} hours`,
    ),
})

/** Stores the response for repeats. Call it once, in the transaction that does the work. */
export type StoreResponse<Response> = (
  trx: Knex.Transaction,
  response: Response | DomainError,
) => Promise<void>

type Request = Pick<
  FastifyRequest,
  'headers' | 'params' | 'body' | 'user' | 'apiKey' | 'method' | 'routeOptions'
>

/**
 * Does the work of a call that returns 201: once per key, or every time without a key. Refusals are stored and repeated,
 * too.
 * @throws DomainError 422 idempotency_key_reused for another body; Conflict idempotency_key_in_use
 */
export async function respondOnce<Response extends object>(
  { db, env }: Pick<Services, 'db' | 'env'>,
  request: Request,
  work: (storeResponse?: StoreResponse<Response>) => Promise<Response>,
): Promise<Response> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return work()
  const keyedCall = { caller: callerOf(request), route: routeOf(request), key }
  const claimed = await claim(db, keyedCall, fingerprintsOf(request, env.sessionSecrets))
  if (claimed instanceof IdempotencyKey) return readResponse<Response>(claimed)

  const ownLock = { ...keyedCall, lockToken: claimed.lockToken }
  let isStored = false
  try {
    const response = await work(async (trx, stored) => {
      // Another process has taken over the lock: this error rolls the work back.
      const isRefusal = stored instanceof DomainError
      const written = isRefusal ? toRefusal(stored) : { status: CREATED, response: stored }
      if (!(await writeResponse(trx, ownLock, written))) throw inUse()
      isStored = true
    })
    if (!isStored) throw new Error(`${keyedCall.route} did not store its response`)
    return response
  } catch (error) {
    await storeRefusal(db, ownLock, error).catch(() => {})
    throw error
  }
}

/**
 * Like {@link respondOnce}, for work that accepts any connection: with a key all of it runs in one transaction. A
 * `shown_once` response is stored as its id only.
 */
export async function createOnce<Response extends object>(
  services: Services,
  request: Request,
  work: (services: Services) => Promise<Response>,
): Promise<Response> {
  const isSecret = request.routeOptions.config.repeat === 'shown_once'
  return respondOnce<Response>(services, request, (storeResponse) => {
    if (!storeResponse) return work(services)
    return services.db.transaction(async (trx) => {
      const response = await work({ ...services, db: trx })
      await storeResponse(trx, isSecret ? shownOnce(response) : response)
      return response
    })
  })
}

const shownOnce = (response: object) =>
  new Conflict(
    'shown_once',
    `This was done before${'id' in response ? ` and made number ${response.id}` : ''}. Its secret was shown once. Remove what it created, and send a new key.`,
  )

interface KeyedCall {
  caller: string
  route: string
  key: string
}

/** @returns the lock if the work must be done now, or the row of the earlier call. @throws DomainError */
async function claim(
  db: Knex,
  keyedCall: KeyedCall,
  fingerprints: Buffer[],
): Promise<{ lockToken: string } | IdempotencyKey> {
  const lockToken = randomUUID()
  const lock = db.raw('now() + make_interval(secs => ?)', LOCKED_FOR_SECONDS)
  for (const givesUpAtMs = performance.now() + WAIT_MS; ; await delay(POLL_INTERVAL_MS)) {
    const fresh = { fingerprint: fingerprints[0], lockToken, lockedUntil: lock }
    const taken = await db('idempotency_keys')
      .insert({ ...keyedCall, ...fresh })
      .onConflict(['caller', 'route', 'key'])
      .merge({ ...fresh, status: null, response: null, createdAt: db.fn.now() })
      .whereRaw(
        `idempotency_keys.created_at < now() - make_interval(hours => ?)
         OR (idempotency_keys.status IS NULL AND idempotency_keys.locked_until <= now()
           AND idempotency_keys.fingerprint = ANY (?))`,
        [STORED_FOR_HOURS, fingerprints],
      )
      .returning('lockToken')
    if (taken.length > 0) return { lockToken }
    const known = await IdempotencyKey.query(db).findOne(keyedCall)
    if (!known) continue
    if (!fingerprints.some((one) => one.equals(known.fingerprint))) {
      throw new DomainError(
        422,
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request. Send a new one.',
      )
    }
    if (known.status !== null) return known
    if (performance.now() >= givesUpAtMs) throw inUse()
  }
}

function readResponse<Response>({ status, response }: IdempotencyKey): Response {
  if (status === CREATED) return response as Response
  const { code, message, ...details } = response as { code: string; message: string }
  throw new DomainError(status ?? 500, code, message, details)
}

/** @returns false if another process has taken over the lock */
async function writeResponse(
  db: Knex,
  ownLock: KeyedCall & { lockToken: string },
  { status, response }: { status: number; response: object },
): Promise<boolean> {
  const written = await IdempotencyKey.query(db)
    .where(ownLock)
    .whereNull('status')
    .patch({ status, response: { ...response } })
  return written > 0
}

/** Stores a refusal. After any other error it releases the lock, so that a retry can begin at once. */
async function storeRefusal(
  db: Knex,
  ownLock: KeyedCall & { lockToken: string },
  error: unknown,
): Promise<void> {
  if (error instanceof DomainError && error.status < 500 && !TEMPORARY_STATUSES.has(error.status)) {
    await writeResponse(db, ownLock, toRefusal(error))
    return
  }
  await db('idempotency_keys').where(ownLock).whereNull('status').update({ lockedUntil: db.fn.now() })
}

const toRefusal = ({ status, code, message, details }: DomainError) => ({
  status,
  response: { code, message, ...details },
})

const inUse = () =>
  new Conflict(
    'idempotency_key_in_use',
    'This request is already being processed. Please try again in a moment.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  )

/**
 * Guests are identified by the key alone, which is random: their address may change between two attempts, and a lost
 * response loses its cookie, too. Anybody else with the key would also need the same body, which holds the guest's
 * password.
 */
function callerOf({ apiKey, user }: Request): string {
  if (apiKey) return `key:${apiKey.id}`
  return user ? `user:${user.id}` : 'visitor'
}

function routeOf({ method, routeOptions }: Request): string {
  return `${method} ${routeOptions.url}`
}

/** @returns an HMAC of the request per session secret, newest first. Validation has put the body's keys in a fixed order. */
function fingerprintsOf({ params, body }: Request, secrets: readonly string[]): Buffer[] {
  const sent = JSON.stringify([params, body])
  return secrets.map((secret) => createHmac('sha256', secret).update(`idempotency:${sent}`).digest())
}
