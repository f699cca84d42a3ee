/** Publishes whenever the catalogue has changed, until closed. */
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { CATALOGUE_CHANGES } from '#api/catalogue/packages/catalogue.ts'
import { adminPath, notify } from '#api/outbound/notifications/notify.ts'
import type { Services } from '#api/platform/app-type.ts'
import { type ListenConnection, listenForChanges } from '#api/platform/jobs/listen.ts'
import { OperationMark, setMark } from '#db/models/platform/operation-mark.ts'
import { type Publishing, publish } from './publish.ts'

/** Waits for this long without edits (at most LONGEST_QUIET_MS), so that several edits in a row become one build. */
const QUIET_MS = 1_000
const LONGEST_QUIET_MS = 5_000
/** Also checks without a notification: for a new day, for a lost notification, and as a sign of life. */
const LOOKS_EVERY_MS = 30_000
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 10 * 60_000
const LONGEST_REASON = 600

export interface PublisherOptions extends Omit<Publishing, 'signal' | 'onStart'> {
  databaseUrl: string
  jobs: Services['jobs']
  log: FastifyBaseLogger
}

export class Publisher {
  readonly #options: PublisherOptions
  readonly #changes: ListenConnection
  readonly #stop = new AbortController()
  readonly #running: Promise<void>
  #wake = Promise.withResolvers<void>()

  constructor(options: PublisherOptions) {
    this.#options = options
    const wake = () => this.#wake.resolve()
    this.#changes = listenForChanges(
      options.databaseUrl,
      { ...CATALOGUE_CHANGES, onListening: wake, onChange: wake, onLost: () => {} },
      options.log,
    )
    this.#running = this.#run()
  }

  /** Stops a running build; the next publisher starts it again. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#changes.close()
    await this.#running
  }

  async #run(): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    let waitMs = 0
    while (!this.#stop.signal.aborted) {
      await this.#untilWoken(waitMs)
      await this.#untilQuiet()
      if (this.#stop.signal.aborted) return
      try {
        await this.#publish()
        retryMs = FIRST_RETRY_MS
        waitMs = LOOKS_EVERY_MS
      } catch (error) {
        if (this.#stop.signal.aborted) return
        await this.#reportFailure(error)
        waitMs = retryMs
        retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)
      }
    }
  }

  async #untilWoken(longestMs: number): Promise<void> {
    await Promise.race([this.#wake.promise, this.#sleep(longestMs)])
  }

  async #untilQuiet(): Promise<void> {
    const untilMs = performance.now() + LONGEST_QUIET_MS
    for (let isQuiet = false; !isQuiet && performance.now() < untilMs; ) {
      this.#wake = Promise.withResolvers<void>()
      isQuiet = await Promise.race([
        this.#wake.promise.then(() => false),
        this.#sleep(QUIET_MS).then(() => true),
      ])
    }
  }

  async #sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stop.signal }).catch(() => {})
  }

  async #publish(): Promise<void> {
    const { db, log } = this.#options
    await setMark(db, 'worker', { machine: hostname() })
    const published = await publish({
      ...this.#options,
      signal: this.#stop.signal,
      onStart: () => setMark(db, 'publishing', { machine: hostname() }),
      onFault: (fault) => log.warn(fault),
    })
    if (published) log.info({ ...published }, 'pages published')
    // Even if nothing was published: the edit that broke the build may have been undone.
    await OperationMark.query(db)
      .delete()
      .where({ name: 'publish_failed' })
      .whereJsonSupersetOf('details', { machine: hostname() })
  }

  /** Notifies admins once until a publishing succeeds, because retries usually fail for the same reason. */
  async #reportFailure(error: unknown): Promise<void> {
    const { db, jobs, log } = this.#options
    log.error({ err: error }, 'pages not published')
    const reason = describeReason(error)
    try {
      await db.transaction(async (trx) => {
        await setMark(trx, 'publish_failed', { reason, machine: hostname() })
        const last = await OperationMark.query(trx).findById('published')
        await notify(jobs, trx, {
          kind: 'publish_failed',
          key: `publish_failed:${hostname()}:${last?.markedAt.toISOString() ?? 'first'}`,
          title: 'The pages could not be published',
          facts: [{ label: 'Reason', value: reason }],
          path: adminPath({ view: 'setup' }),
        })
      })
    } catch (unreachable) {
      // The database is unreachable, too. The next attempt follows anyway.
      log.error({ err: unreachable }, 'the failed publishing could not be reported')
    }
  }
}

/** @returns the start of the message, without terminal colours */
function describeReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return stripVTControlCharacters(text).trim().slice(0, LONGEST_REASON)
}
