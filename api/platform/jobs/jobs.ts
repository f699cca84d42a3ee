/**
 * Background jobs: work that a committed change requires. A job is stored in PostgreSQL (pg-boss, schema `jobs`) in the
 * transaction that causes it. A process that has its handler runs it, and retries until it succeeds.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import pg from 'pg'
import { fromKnex, type Job, type JobResult, PgBoss } from 'pg-boss'
import { listenForChanges } from './listen.ts'
import { type JobData, QUEUE_NAMES, QUEUES, type QueueName } from './queues.ts'

export type JobHandlers = { [Name in QueueName]: (data: JobData[Name]) => Promise<void> }

const SCHEMA = 'jobs'
const OPEN_AGAIN_AFTER_MS = 1_000
const CONNECT_WITHIN_MS = 10_000
/** Time for a stopping process to finish its jobs; other processes take the rest. */
const STOP_WITHIN_MS = 10_000

export interface JobsOptions {
  databaseUrl: string
  /** False if jobs are only sent, or run by `drain`: no timers and no LISTEN then. */
  isWorking?: boolean
}

export class Jobs {
  readonly #pool: pg.Pool
  readonly #boss: PgBoss
  readonly #isWorking: boolean
  #starting: Promise<void> | undefined
  #isClosed = false
  #log: FastifyBaseLogger | undefined

  constructor({ databaseUrl, isWorking = true }: JobsOptions) {
    this.#isWorking = isWorking
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'shop jobs',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      max: isWorking ? 4 : 1,
    })
    this.#pool.on('error', (error) => this.#log?.error({ err: error }, 'jobs'))
    this.#boss = new PgBoss({
      // pg-boss's own `db` listens without an error handler while it closes: a PostgreSQL shutdown would then crash the
      // process.
      db: {
        executeSql: (text, values) => this.#pool.query(text, values),
        listen: async (channel, onChange, onListening) =>
          listenForChanges(
            databaseUrl,
            { name: 'jobs', channel, onListening, onChange, onLost: () => {} },
            { warn: (details, text) => this.#log?.warn(details, text) },
          ),
      },
      schema: SCHEMA,
      // A migration creates the schema; newer versions of pg-boss upgrade it.
      createSchema: false,
      useListenNotify: isWorking,
      supervise: isWorking,
      schedule: isWorking,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      persistWarnings: false,
    })
    this.#boss.on('error', (error) => this.#log?.error({ err: toError(error) }, 'jobs'))
    this.#boss.on('warning', (warning) => this.#log?.warn({ warning }, 'jobs'))
  }

  logTo(log: FastifyBaseLogger): void {
    this.#log = log
  }

  /** Connects, and retries while the database is unreachable. */
  async open(): Promise<void> {
    while (!this.#isClosed) {
      try {
        return await this.#start()
      } catch (error) {
        this.#log?.error({ err: error }, 'jobs cannot be reached')
        await new Promise((resolve) => setTimeout(resolve, OPEN_AGAIN_AFTER_MS))
      }
    }
  }

  /** Tries to connect once; concurrent callers share the attempt. A sender does not retry, because its transaction holds locks. */
  #start(): Promise<void> {
    this.#starting ??= this.#tryToStart()
    return this.#starting
  }

  async #tryToStart(): Promise<void> {
    try {
      if (this.#isClosed) throw new Error('Jobs are closed')
      await this.#boss.start()
      for (const name of QUEUE_NAMES) await this.#declare(name)
    } catch (error) {
      await this.#boss.stop({ graceful: false }).catch(() => {})
      this.#starting = undefined
      throw error
    }
  }

  async #declare(name: QueueName): Promise<void> {
    const { batchSize: _, pollIntervalSeconds: __, schedule: ___, policy, ...settings } = QUEUES[name]
    await this.#boss.createQueue(name, { ...settings, ...(policy && { policy }) })
    await this.#boss.updateQueue(name, settings)
  }

  /**
   * Sends a job in the caller's transaction: the job exists if and only if the change is committed.
   * @param options.priority jobs with a higher priority run first; default 0
   * @throws the connection's error if the job database is unreachable
   */
  async send<Name extends QueueName>(
    trx: Knex.Transaction,
    name: Name,
    data: JobData[Name],
    { startAfterSeconds, priority }: { startAfterSeconds?: number; priority?: number } = {},
  ): Promise<void> {
    await this.#start()
    await this.#boss.send(name, data, {
      db: fromKnex(trx),
      ...(priority !== undefined && { priority }),
      ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
    })
  }

  /** Sends several jobs in one statement. @param startAfterSeconds minimum delay */
  async sendAll<Name extends QueueName>(
    trx: Knex.Transaction,
    name: Name,
    all: JobData[Name][],
    { startAfterSeconds }: { startAfterSeconds?: number } = {},
  ): Promise<void> {
    await this.#start()
    await this.#boss.insert(
      name,
      all.map((data) => ({
        data,
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
      })),
      { db: fromKnex(trx) },
    )
  }

  /** Runs jobs that have a handler, until `close`. Returns early if closed while it still starts. */
  async work(handlers: Partial<JobHandlers>): Promise<void> {
    await this.open()
    for (const name of namesOf(handlers)) {
      if (this.#isClosed) return
      await this.#workOn(handlers, name).catch((error: unknown) => {
        if (!this.#isClosed) throw error
      })
    }
  }

  async #workOn(handlers: Partial<JobHandlers>, name: QueueName): Promise<void> {
    const { batchSize, pollIntervalSeconds, notify = false, schedule } = QUEUES[name]
    // Only processes that run the job schedule it: otherwise jobs would pile up where nobody runs them.
    if (schedule && this.#isWorking) await this.#boss.schedule(name, schedule)
    await this.#boss.work(
      name,
      {
        batchSize,
        burstWhenBatchFull: notify,
        perJobResults: true,
        pollingIntervalSeconds: pollIntervalSeconds,
        notifyPollingIntervalSeconds: 10,
      },
      (jobs: Job<JobData[typeof name]>[]) => Promise.all(jobs.map((job) => this.#try(handlers, name, job))),
    )
  }

  /** Runs every due job that has a handler, then returns. For tests and scripts. */
  async drain(handlers: Partial<JobHandlers>): Promise<void> {
    await this.open()
    for (let hasFound = true; hasFound; ) {
      hasFound = false
      const due = await this.#listDue()
      for (const name of namesOf(handlers).filter((one) => due.has(one))) {
        for (const job of await this.#boss.fetch<JobData[typeof name]>(name, { batchSize: 100 })) {
          hasFound = true
          const { status, output } = await this.#try(handlers, name, job)
          if (status === 'completed') await this.#boss.complete(name, job.id)
          else await this.#boss.fail(name, job.id, output)
        }
      }
    }
  }

  /** Names of the queues with due jobs, in one query: asking each queue is slow, and most are empty. */
  async #listDue(): Promise<Set<string>> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `SELECT DISTINCT name FROM ${SCHEMA}.job WHERE state < 'active' AND start_after <= now()`,
    )
    return new Set(rows.map(({ name }) => name))
  }

  async #try<Name extends QueueName>(
    handlers: Partial<JobHandlers>,
    name: Name,
    { id, data, retryCount }: Job<JobData[Name]>,
  ): Promise<JobResult<object>> {
    try {
      await handlers[name]?.(data)
      return { id, status: 'completed' }
    } catch (error) {
      this.#log?.error({ err: error, job: { id, name, data, retryCount } }, 'job failed')
      // Without the stack, because the back office shows the message.
      return {
        id,
        status: 'failed',
        output: { message: error instanceof Error ? error.message : String(error) },
      }
    }
  }

  /** Restarts a failed job. @returns false if there is no such job */
  async retry(name: QueueName, id: string, trx?: Knex.Transaction): Promise<boolean> {
    await this.#start()
    const response = (await this.#boss.retry(name, id, trx && { db: fromKnex(trx) })) as { affected?: number }
    return (response.affected ?? 0) > 0
  }

  /** Waits for running jobs, at most STOP_WITHIN_MS. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#starting?.catch(() => {})
    await this.#boss.stop({ graceful: true, timeout: STOP_WITHIN_MS })
    if (!this.#pool.ending) await this.#pool.end()
  }
}

const namesOf = (handlers: Partial<JobHandlers>) => Object.keys(handlers) as QueueName[]

/** pg-boss emits some errors as plain objects, which the log would not show. */
const toError = (thrown: Error): Error =>
  thrown instanceof Error ? thrown : Object.assign(new Error('jobs'), thrown as object)
