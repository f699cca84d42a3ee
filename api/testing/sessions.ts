/** Signs in without hashing a password, which takes 25 ms, for tests that need many people. */
import { randomBytes } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import { hashToken } from '../http/token-hash.ts'
import { sessionCookieName } from '../plugins/session.ts'
import { type TestApp, Visitor } from './test-app.ts'

interface SessionTimes {
  /** SQL, such as `now() - interval '1 hour'`. */
  expiresAt?: string
  lastSeenAt?: string
  provedAt?: string
}

/** @returns a browser with a session of the user */
export async function openSession(
  shop: TestApp,
  userId: number,
  { expiresAt = `now() + interval '12 hours'`, lastSeenAt = 'now()', provedAt = 'NULL' }: SessionTimes = {},
): Promise<Visitor> {
  const sessionId = randomBytes(24).toString('base64url')
  const idHash = hashToken(sessionId)
  await shop.db.raw(
    `INSERT INTO sessions (id_hash, user_id, expires_at, last_seen_at, proved_at)
     VALUES (?, ?, ${expiresAt}, ${lastSeenAt}, ${provedAt})`,
    [idHash, userId],
  )
  const visitor = new Visitor(shop)
  visitor.cookies.set(sessionCookieName(shop.env), new Signer(shop.env.sessionSecrets).sign(sessionId))
  return visitor
}
