/**
 * Lets one call at a time write to an upload, across all processes. The lock is a mark on the upload's row: a database lock
 * would occupy a connection for as long as a slow visitor sends.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import type { Knex } from 'knex'
import { OrderFile } from '#db/models/orders/order-file.ts'

/** How long a lock outlives a killed process. */
const HELD_FOR_SECONDS = 10
const RENEWED_EVERY_MS = 1_000
const TRIED_EVERY_MS = 100

export const createLocker = (db: Knex): Locker => ({ newLock: (id) => new RowLock(db, id) })

class RowLock implements Lock {
  readonly #db: Knex
  readonly #id: string
  readonly #token = randomUUID()
  #renewal: NodeJS.Timeout | undefined

  constructor(db: Knex, id: string) {
    this.#db = db
    this.#id = id
  }

  /** Waits for the lock, and asks its holder to release it. @param requestRelease called when another call wants the lock */
  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    while (!(await this.#take())) {
      if (signal.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
      const found = await OrderFile.query(this.#db).findById(this.#id).patch({ isLockWanted: true })
      // No such upload: the caller will notice and respond 404.
      if (found === 0) return
      await sleep(TRIED_EVERY_MS)
    }
    this.#renewal = setInterval(() => void this.#renew(requestRelease), RENEWED_EVERY_MS)
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewal)
    await OrderFile.query(this.#db)
      .findById(this.#id)
      .where({ lockToken: this.#token })
      .patch({ lockToken: null, lockedUntil: null, isLockWanted: false })
  }

  async #take(): Promise<boolean> {
    const taken = await OrderFile.query(this.#db)
      .findById(this.#id)
      .where((free) => free.whereNull('lockToken').orWhereRaw('locked_until < now()'))
      .patch({ lockToken: this.#token, lockedUntil: this.#end(), isLockWanted: false })
    return taken > 0
  }

  async #renew(requestRelease: RequestRelease): Promise<void> {
    const row = await OrderFile.query(this.#db)
      .findById(this.#id)
      .where({ lockToken: this.#token })
      .patch({ lockedUntil: this.#end() })
      .returning('isLockWanted')
      .first()
      // If the database is unreachable, the writing call fails anyway.
      .catch(() => undefined)
    if (row?.isLockWanted) await requestRelease()
  }

  #end = () => this.#db.raw('now() + make_interval(secs => ?)', HELD_FOR_SECONDS)
}
