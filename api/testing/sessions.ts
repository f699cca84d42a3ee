/** Signs in without hashing a password, which takes 25 ms, for tests that need many people. */
import { randomBytes } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { Knex } from 'knex'
import { KnexSessionStore } from '#api/people/auth/sessions/session-store.ts'
import { SignedOut } from '#api/platform/errors.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import type { Actor } from '#api/platform/plugins/guards.ts'
import { sessionCookieName } from '#api/platform/plugins/session.ts'
import { type TestApp, Visitor } from './test-app.ts'

interface SessionTimes {
  /** SQL, such as `now() - interval '1 hour'`. */
  expiresAt?: string
  lastSeenAt?: string
  provedAt?: string
}

async function insertSession(
  db: Knex,
  userId: number,
  { expiresAt = `now() + interval '12 hours'`, lastSeenAt = 'now()', provedAt = 'NULL' }: SessionTimes = {},
): Promise<string> {
  const sessionId = randomBytes(24).toString('base64url')
  const idHash = hashToken(sessionId)
  await db.raw(
    `INSERT INTO sessions (id_hash, user_id, expires_at, last_seen_at, proved_at)
     VALUES (?, ?, ${expiresAt}, ${lastSeenAt}, ${provedAt})`,
    [idHash, userId],
  )
  return sessionId
}

/** @returns a browser that is signed in as the user */
export async function openSession(shop: TestApp, userId: number, times?: SessionTimes): Promise<Visitor> {
  const sessionId = await insertSession(shop.db, userId, times)
  const visitor = new Visitor(shop)
  visitor.cookies.set(sessionCookieName(shop.env), new Signer(shop.env.sessionSecrets).sign(sessionId))
  return visitor
}

/** For actions without an API call. @returns the user as an actor with a session */
export async function openActor(db: Knex, userId: number): Promise<Actor> {
  const sessionId = await insertSession(db, userId)
  const sessions = new KnexSessionStore(db)
  return {
    id: userId,
    sessionId,
    ipAddress: '127.0.0.1',
    userAgent: 'test',
    holdRight: async (trx) => {
      if (!(await sessions.hold(trx, sessionId))) throw new SignedOut()
    },
  }
}
