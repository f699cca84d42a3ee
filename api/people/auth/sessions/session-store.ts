/**
 * Sessions in PostgreSQL. Unlike library stores, a revoked session stays revoked when a concurrent request saves it again.
 * Only the SHA-256 of a session id is stored, so that a leaked table cannot be used to sign in.
 */
import type { SessionStore } from '@fastify/session'
import type { Session as StoredSession } from 'fastify'
import type { Knex } from 'knex'
import { raw } from 'objection'
import { Session as WireSession } from '#api/contract/people/auth.ts'
import { NotFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import type { CurrentSession, CurrentSessions } from '#api/platform/plugins/guards.ts'
import { ABSOLUTE_EXPIRY_HOURS } from '#api/platform/plugins/session.ts'
import { IDLE_EXPIRY_MINUTES, PROOF_MINUTES } from '#api/rules/periods.ts'
import { nameColumns, rawPrepared } from '#db/connection/prepared.ts'
import { BUYER_COLUMNS } from '#db/models/people/buyer.ts'
import { Session } from '#db/models/people/session.ts'
import { User } from '#db/models/people/user.ts'

/** The database's clock, because those of the processes may differ. */
export const SQL_NOW = raw('now()')

const USER_COLUMNS = [
  ...['id', ...BUYER_COLUMNS, 'passwordHash', 'emailVerifiedAt', 'isStaff', 'isAdmin', 'factors'],
  ...['completedAssignments', 'disabledAt', 'erasedAt', 'createdAt', 'updatedAt'],
]
/** SQL: the session is neither revoked nor expired. */
export const IS_LIVE_SESSION = `sessions.revoked_at IS NULL AND sessions.expires_at > now()
    AND sessions.last_seen_at > now() - make_interval(mins => ${IDLE_EXPIRY_MINUTES})`
const FIND_SESSION = `SELECT ${nameColumns('users', USER_COLUMNS)},
    sessions.id AS "rowId", sessions.last_seen_at < now() - interval '1 minute' AS "isStale",
    COALESCE(sessions.proved_at > now() - interval '${PROOF_MINUTES} minutes', false) AS "isProved"
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.id_hash = ? AND users.disabled_at IS NULL AND ${IS_LIVE_SESSION}`

const HOLD_SESSION = `${FIND_SESSION} FOR SHARE OF sessions`

type FoundSession = User & { rowId: number; isStale: boolean; isProved: boolean }
type Callback = (error?: unknown) => void
type GetCallback = (error: unknown, session?: StoredSession | null) => void

export class KnexSessionStore implements SessionStore, CurrentSessions {
  readonly #db: Knex

  constructor(db: Knex) {
    this.#db = db
  }

  /** Reads nothing yet, because the session may end while the request's body arrives; see {@link find}. */
  get(_sessionId: string, callback: GetCallback): void {
    // No cookie dates: only the row decides when a session ends.
    callback(null, { isFromCookie: true } as StoredSession)
  }

  set(sessionId: string, session: StoredSession, callback: Callback): void {
    this.#save(sessionId, session).then(() => callback(), callback)
  }

  destroy(sessionId: string, callback: Callback): void {
    // The row stays: otherwise a request that saves the session later would recreate it.
    Session.query(this.#db)
      .findById(hashToken(sessionId))
      .whereNull('revokedAt')
      .patch({ revokedAt: SQL_NOW })
      .then(() => callback(), callback)
  }

  async find(sessionId: string, isUse: boolean): Promise<CurrentSession | undefined> {
    const found = await this.#read(this.#db, sessionId, 'find_session', FIND_SESSION)
    if (found?.isStale && isUse) {
      // The condition is repeated, so that only one of many concurrent requests writes.
      await Session.query(this.#db)
        .findById(hashToken(sessionId))
        .whereRaw(`last_seen_at < now() - interval '1 minute'`)
        .patch({ lastSeenAt: SQL_NOW })
    }
    return found
  }

  /** Like `find`, but locks the session until the transaction ends, so that it cannot be revoked meanwhile. */
  hold(trx: Knex.Transaction, sessionId: string): Promise<CurrentSession | undefined> {
    return this.#read(trx, sessionId, 'hold_session', HOLD_SESSION)
  }

  async #read(db: Knex, sessionId: string, name: string, sql: string) {
    const { rows } = await rawPrepared<{ rows: FoundSession[] }>(db, name, sql, [hashToken(sessionId)])
    if (!rows[0]) return undefined
    const { rowId: id, isStale, isProved, ...row } = rows[0]
    return { id, isStale, isProved, user: User.fromDatabaseJson(row) }
  }

  async #save(sessionId: string, session: StoredSession): Promise<void> {
    // Visitors who are not signed in get no row.
    if (session.userId === undefined) return
    // Stores nothing if the password has changed since it was checked. The lock on the user's row makes a later change of
    // password, or a first second factor, find this session and revoke it.
    await this.#db.raw(
      `INSERT INTO sessions (id_hash, user_id, expires_at, address, user_agent, proved_at)
       SELECT :idHash, id, now() + make_interval(hours => :hours), :address, :userAgent,
         CASE WHEN :openedBy IN ('password', 'second_factor') THEN now() END
       FROM users WHERE id = :userId AND disabled_at IS NULL
         AND (CAST(:openedWithHash AS text) IS NULL OR password_hash = :openedWithHash)
         AND (factors = '{}' OR :openedBy IN ('second_factor', 'session'))
       FOR SHARE
       ON CONFLICT (id_hash) DO NOTHING`,
      {
        idHash: hashToken(sessionId),
        userId: session.userId,
        openedWithHash: session.openedWithHash ?? null,
        openedBy: session.openedBy ?? '',
        address: session.openedFrom?.ipAddress ?? '',
        userAgent: session.openedFrom?.userAgent ?? '',
        hours: ABSOLUTE_EXPIRY_HOURS,
      },
    )
  }
}

export function findLiveSessions(db: Knex, userId: number) {
  return Session.query(db).where({ userId }).whereRaw(IS_LIVE_SESSION)
}

/** Locks a live session until the transaction ends. @returns false if it has ended */
export async function holdSession(trx: Knex.Transaction, userId: number, id: number | null) {
  return (await findLiveSessions(trx, userId).findOne({ id }).forShare()) !== undefined
}

export async function revokeSessions(db: Knex, userId: number, exceptSessionId?: string): Promise<void> {
  const query = Session.query(db).where({ userId }).whereNull('revokedAt').patch({ revokedAt: SQL_NOW })
  await (exceptSessionId === undefined ? query : query.whereNot('idHash', hashToken(exceptSessionId)))
}

/** Records that the user has just confirmed their identity (docs/product/account.md, Second factor). */
export async function proveSession(db: Knex, id: number): Promise<void> {
  await Session.query(db).where({ id }).patch({ provedAt: SQL_NOW })
}

/** The current session first, then the most recently used. */
export async function listSessions(db: Knex, userId: number, currentId?: number): Promise<WireSession[]> {
  const sessions = await findLiveSessions(db, userId).orderBy('lastSeenAt', 'desc').orderBy('id')
  const listed = sessions.map((session) =>
    toWire(WireSession, {
      ...session,
      device: describeDevice(session.userAgent),
      isCurrent: session.id === currentId,
    }),
  )
  return listed.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** @throws NotFound, also for another user's session */
export async function endSession(db: Knex, userId: number, id: number): Promise<void> {
  const ended = await findLiveSessions(db, userId).where({ id }).patch({ revokedAt: SQL_NOW })
  if (ended === 0) throw new NotFound('Session')
}

type Pattern = readonly [name: string, pattern: RegExp]

/** The first match wins: most browsers also name others in their user agent. */
const BROWSERS: readonly Pattern[] = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
]
const SYSTEMS: readonly Pattern[] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** @example describeDevice(request.headers['user-agent']) // Firefox on Linux */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0],
  )
  return [browser, system].filter(Boolean).join(' on ') || 'Unknown device'
}
