/**
 * Sessions in PostgreSQL. Ours and not a package, because a revoked row must stay revoked even when a request in
 * flight saves its session again, and because a leaked table must sign nobody in: the key is the id's SHA-256.
 */
import { createHash } from 'node:crypto'
import type { SessionStore } from '@fastify/session'
import type { Session as StoredSession } from 'fastify'
import type { Knex } from 'knex'
import { Session } from '../../db/models/session.ts'
import { User } from '../../db/models/user.ts'

export const ABSOLUTE_EXPIRY_HOURS = 12
export const IDLE_EXPIRY_MINUTES = 30

/** Named one by one, so that a column added later breaks no prepared statement. */
const USER_COLUMNS = [
  'users.id',
  'users.firstName',
  'users.lastName',
  'users.email',
  'users.passwordHash',
  'users.phone',
  'users.company',
  'users.jobTitle',
  'users.address',
  'users.city',
  'users.state',
  'users.country',
  'users.zipCode',
  'users.taxId',
  'users.isStaff',
  'users.isAdmin',
  'users.createdAt',
  'users.updatedAt',
] as const

type Callback = (error?: unknown) => void
type GetCallback = (error: unknown, session?: StoredSession | null) => void

const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest()

export class KnexSessionStore implements SessionStore {
  readonly #db: Knex

  constructor(db: Knex) {
    this.#db = db
  }

  get(sessionId: string, callback: GetCallback): void {
    this.#find(sessionId).then((session) => callback(null, session), callback)
  }

  set(sessionId: string, session: StoredSession, callback: Callback): void {
    this.#save(sessionId, session).then(() => callback(), callback)
  }

  destroy(sessionId: string, callback: Callback): void {
    // Kept and not deleted: a late save finds the row and cannot make it anew.
    Session.query(this.#db)
      .findById(hashOf(sessionId))
      .whereNull('revokedAt')
      .patch({ revokedAt: this.#now() })
      .then(() => callback(), callback)
  }

  /** One statement, prepared, finds the session and whose it is. */
  async #find(sessionId: string): Promise<StoredSession | null> {
    const idHash = hashOf(sessionId)
    const found = await this.#db('users')
      .join('sessions', 'sessions.userId', 'users.id')
      .where('sessions.idHash', idHash)
      .whereNull('sessions.revokedAt')
      .whereRaw('sessions.expires_at > now()')
      .whereRaw('sessions.last_seen_at > now() - make_interval(mins => ?)', IDLE_EXPIRY_MINUTES)
      .first(...USER_COLUMNS, this.#db.raw(`sessions.last_seen_at < now() - interval '1 minute' AS is_stale`))
      .options({ name: 'session' })
    if (!found) return null
    const { isStale, ...row } = found as User & { isStale: boolean }
    if (isStale) {
      // Asked again, because of many requests at once one write is enough.
      await Session.query(this.#db)
        .findById(idHash)
        .whereRaw(`last_seen_at < now() - interval '1 minute'`)
        .patch({ lastSeenAt: this.#now() })
    }
    const user = User.fromDatabaseJson(row)
    // The row alone says when a session ends, so the cookie's own dates are not kept.
    return { userId: user.id, readUser: () => user } as StoredSession
  }

  async #save(sessionId: string, session: StoredSession): Promise<void> {
    // Nothing is stored for visitors who never sign in.
    if (session.userId === undefined) return
    // A sign-in that is overtaken by a change of its password opens nothing. The user's row is locked, so that the
    // change either is seen here or comes later and then sees, and revokes, this session.
    await this.#db.raw(
      `INSERT INTO sessions (id_hash, user_id, data, expires_at)
       SELECT :idHash, id, '{}', now() + make_interval(hours => :hours)
       FROM users WHERE id = :userId AND (CAST(:openedWithHash AS text) IS NULL OR password_hash = :openedWithHash)
       FOR SHARE
       ON CONFLICT (id_hash) DO NOTHING`,
      {
        idHash: hashOf(sessionId),
        userId: session.userId,
        openedWithHash: session.openedWithHash ?? null,
        hours: ABSOLUTE_EXPIRY_HOURS,
      },
    )
  }

  /** The database's clock, which all processes share. */
  #now(): Date {
    return this.#db.fn.now() as unknown as Date
  }
}

/** Ends every session of a user, but one where named. */
export async function revokeSessions(db: Knex, userId: number, exceptSessionId?: string): Promise<void> {
  const query = Session.query(db)
    .where({ userId })
    .whereNull('revokedAt')
    .patch({ revokedAt: db.fn.now() as unknown as Date })
  await (exceptSessionId === undefined ? query : query.whereNot('idHash', hashOf(exceptSessionId)))
}

/** Removes rows that can no longer sign anybody in. A day's grace keeps a late save from reviving one. */
export async function sweepSessions(db: Knex): Promise<number> {
  return await Session.query(db).whereRaw(`expires_at < now() - interval '1 day'`).delete()
}
