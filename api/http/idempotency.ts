/**
 * `Idempotency-Key`: a call made again under its key is not done again but answered as it was before. The answer is
 * written with what it answers, in one transaction, so that a process may die anywhere in between.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import * as z from 'zod'
import { IdempotencyKey } from '../../db/models/idempotency-key.ts'
import type { Services } from '../app-type.ts'
import { Conflict, DomainError } from '../errors.ts'

const KEPT_FOR_HOURS = 24
/** Longer than any call takes. A process that dies in one says nothing any more: after this it is another's. */
const LOCKED_FOR_SECONDS = 20
/** A second call under a key waits this long for the first one's answer. */
const WAIT_MS = 3_000
const LOOK_EVERY_MS = 50
const RETRY_AFTER_SECONDS = 2
const CREATED = 201
/** What passes by itself is no answer to keep. */
const PASSING_STATUSES = new Set([401, 429])

const KEY_MESSAGE = 'Idempotency-Key must be 1 to 255 visible characters'

export const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string(KEY_MESSAGE)
    .regex(/^[!-~]{1,255}$/, KEY_MESSAGE)
    .optional()
    .meta({
      description: 'made by the caller; the same call under it again is answered as before, for 24 hours',
    }),
})

/** Writes the answer with what it answers. To be called once, in the transaction that does the work. */
export type Keep<Answer> = (trx: Knex.Transaction, answer: Answer) => Promise<void>

type Request = Pick<FastifyRequest, 'headers' | 'params' | 'body' | 'user' | 'ip' | 'method' | 'routeOptions'>

/**
 * Does the work once for the request's key, and each time without one, when there is nothing to keep. Made for calls that
 * answer 201; a refusal of the work is kept like an answer.
 * @throws DomainError 422 idempotency_key_reused for another body; Conflict idempotency_key_in_use
 */
export async function answerOnce<Answer extends object>(
  { db, env }: Pick<Services, 'db' | 'env'>,
  request: Request,
  work: (keep?: Keep<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return work()
  const place = { caller: callerOf(request), route: routeOf(request), key }
  const claimed = await claim(db, place, fingerprintsOf(request, env.sessionSecrets))
  if (claimed instanceof IdempotencyKey) return readAnswer<Answer>(claimed)

  const mine = { ...place, lockToken: claimed.lockToken }
  let isKept = false
  try {
    const answer = await work(async (trx, kept) => {
      // Somebody else has taken over meanwhile: what was done here must not happen.
      if (!(await writeAnswer(trx, mine, CREATED, kept))) throw inUse()
      isKept = true
    })
    if (!isKept) throw new Error(`${place.route} did not keep its answer`)
    return answer
  } catch (error) {
    await endWithout(db, mine, error).catch(() => {})
    throw error
  }
}

/** Keys are forgotten after a day. */
export async function forgetOldKeys(db: Knex): Promise<void> {
  await IdempotencyKey.query(db)
    .whereRaw('created_at < now() - make_interval(hours => ?)', KEPT_FOR_HOURS)
    .delete()
}

interface Place {
  caller: string
  route: string
  key: string
}

/** The lock of a call that is to be done, or what an earlier one was answered. @throws DomainError */
async function claim(
  db: Knex,
  place: Place,
  fingerprints: Buffer[],
): Promise<{ lockToken: string } | IdempotencyKey> {
  const lockToken = randomUUID()
  const lock = db.raw('now() + make_interval(secs => ?)', LOCKED_FOR_SECONDS)
  for (const givesUpAtMs = performance.now() + WAIT_MS; ; await delay(LOOK_EVERY_MS)) {
    const fresh = { fingerprint: fingerprints[0], lockToken, lockedUntil: lock }
    const taken = await db('idempotency_keys')
      .insert({ ...place, ...fresh })
      .onConflict(['caller', 'route', 'key'])
      .merge({ ...fresh, status: null, answer: null, createdAt: db.fn.now() })
      .whereRaw(
        `idempotency_keys.created_at < now() - make_interval(hours => ?)
         OR (idempotency_keys.status IS NULL AND idempotency_keys.locked_until <= now()
           AND idempotency_keys.fingerprint = ANY (?))`,
        [KEPT_FOR_HOURS, fingerprints],
      )
      .returning('lockToken')
    if (taken.length > 0) return { lockToken }
    const known = await IdempotencyKey.query(db).findOne(place)
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

function readAnswer<Answer>({ status, answer }: IdempotencyKey): Answer {
  if (status === CREATED) return answer as Answer
  const { code, message, ...details } = answer as { code: string; message: string }
  throw new DomainError(status ?? 500, code, message, details)
}

/** @returns false where the call is no longer this one's */
async function writeAnswer(
  db: Knex,
  mine: Place & { lockToken: string },
  status: number,
  answer: object,
): Promise<boolean> {
  const written = await IdempotencyKey.query(db)
    .where(mine)
    .whereNull('status')
    .patch({ status, answer: { ...answer } })
  return written > 0
}

/** A refusal of the rules stands; after a fault the next try under the key may begin at once. */
async function endWithout(db: Knex, mine: Place & { lockToken: string }, error: unknown): Promise<void> {
  if (error instanceof DomainError && error.status < 500 && !PASSING_STATUSES.has(error.status)) {
    const { status, code, message, details } = error
    await writeAnswer(db, mine, status, { code, message, ...details })
    return
  }
  await db('idempotency_keys').where(mine).whereNull('status').update({ lockedUntil: db.fn.now() })
}

const inUse = () =>
  new Conflict(
    'idempotency_key_in_use',
    'The same request is being worked on. Please try again in a moment.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  )

function callerOf({ user, ip }: Request): string {
  return user ? `user:${user.id}` : `visitor:${ip}`
}

function routeOf({ method, routeOptions }: Request): string {
  return `${method} ${routeOptions.url}`
}

/** By every secret of a rotation, the newest first. The body as it was checked: its keys are in one order. */
function fingerprintsOf({ params, body }: Request, secrets: readonly string[]): Buffer[] {
  const sent = JSON.stringify([params, body])
  return secrets.map((secret) => createHmac('sha256', secret).update(`idempotency:${sent}`).digest())
}
