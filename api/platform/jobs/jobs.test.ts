import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { describeError } from '#api/platform/logging/logging.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { type JobHandlers, Jobs } from './jobs.ts'

const testDb = openTestDb()
const opened: Jobs[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.close()))
})

function openJobs({ isWorking = true } = {}): Jobs {
  const jobs = new Jobs({ databaseUrl: testDb.processUrl, isWorking })
  opened.push(jobs)
  return jobs
}

const idle = async () => {}
const IDLE: JobHandlers = {
  'provider-event': idle,
  mail: idle,
  refund: idle,
  invoice: idle,
  'webhook-attempt': idle,
  'process-picture': idle,
  'check-file': idle,
  'draw-preview': idle,
  'remove-credentials': idle,
  'incoming-mail': idle,
  reconcile: idle,
  retention: idle,
}
const handle = (mail: JobHandlers['mail']): JobHandlers => ({ ...IDLE, mail })
const send = (jobs: Jobs, outboxId: number) =>
  testDb.db.transaction((trx) => jobs.send(trx, 'mail', { outboxId }))
const readJobs = () =>
  testDb
    .db('jobs.job')
    .where({ name: 'mail' })
    .select('id', 'state', 'retryCount', 'output')
    .orderBy('createdOn')

test('a job exists if, and only if, the transaction that causes it commits', async () => {
  const jobs = openJobs({ isWorking: false })
  const trx = await testDb.db.transaction()
  await jobs.send(trx, 'mail', { outboxId: 1 })
  await trx.rollback()
  await send(jobs, 2)
  const done: number[] = []
  await jobs.drain(handle(async ({ outboxId }) => void done.push(outboxId)))
  expect(done).toEqual([2])
})

test('where the queues cannot be reached, a transaction fails at once and does not wait for them', async () => {
  const jobs = openJobs({ isWorking: false })
  const limitConnections = (count: number) =>
    testDb.db.raw(`ALTER DATABASE ${new URL(testDb.url).pathname.slice(1)} CONNECTION LIMIT ${count}`)
  await limitConnections(0)
  try {
    await expect(send(jobs, 1)).rejects.toMatchObject({ code: '53300' })
  } finally {
    await limitConnections(-1)
  }
  await send(jobs, 2)
  expect(await readJobs()).toHaveLength(1)
})

test('two processes share the jobs: each is done by one of them, and at once', async () => {
  const done: [number, number][] = []
  const began = new Set<number>()
  const both = Promise.withResolvers<void>()
  for (const process of [1, 2]) {
    await openJobs().work({
      ...IDLE,
      'provider-event': async ({ eventRowId }) => {
        began.add(process)
        if (began.size === 2) both.resolve()
        // Waits until each process has begun a job.
        await both.promise
        done.push([process, eventRowId])
      },
    })
  }
  const [sender] = opened as [Jobs]
  const startedAtMs = performance.now()
  await Promise.all(
    Array.from({ length: 20 }, (_, eventRowId) =>
      testDb.db.transaction((trx) => sender.send(trx, 'provider-event', { eventRowId })),
    ),
  )
  await expect.poll(() => done.length).toBe(20)
  // Proves that broadcasts woke the processes, which did not poll every two seconds.
  expect(performance.now() - startedAtMs).toBeLessThan(10_000)
  expect(done.map(([, eventRowId]) => eventRowId).sort((a, b) => a - b)).toEqual([...Array(20).keys()])
  expect(new Set(done.map(([process]) => process))).toEqual(new Set([1, 2]))
})

test('a process sends at most sixteen mails a second', async () => {
  const jobs = openJobs()
  await Promise.all(Array.from({ length: 60 }, (_, index) => send(jobs, index)))
  const sentAtMs: number[] = []
  await jobs.work(handle(async () => void sentAtMs.push(performance.now())))
  await expect.poll(() => sentAtMs.length).toBe(60)
  const [first = 0] = sentAtMs
  // A batch of eight, then a pause of half a second.
  const inFirstSecond = sentAtMs.filter((atMs) => atMs < first + 1_000).length
  expect(inFirstSecond).toBeLessThanOrEqual(24)
  expect((sentAtMs.at(-1) ?? 0) - first).toBeGreaterThan(2_500)
})

test('a job that fails is tried again later, and records why', async () => {
  const jobs = openJobs({ isWorking: false })
  await send(jobs, 1)
  // From two seconds to minutes, so that it is not due on a slow machine either.
  await testDb.db('jobs.job').update({ retryDelay: testDb.db.raw('retry_delay * 100') })
  let tries = 0
  const failing = handle(async () => {
    tries += 1
    throw new Error('The mail server is away')
  })
  await jobs.drain(failing)
  await jobs.drain(failing)
  // The second try comes later.
  expect(tries).toBe(1)
  expect(await readJobs()).toMatchObject([{ state: 'retry', output: { message: 'The mail server is away' } }])
})

test('a job that has failed for good can be tried once more', async () => {
  const jobs = openJobs({ isWorking: false })
  await send(jobs, 1)
  await testDb.db('jobs.job').update({ retryLimit: 0 })
  await jobs.drain(handle(() => Promise.reject(new Error('Refused'))))
  const [failed] = (await readJobs()) as { id: string; state: string }[]
  expect(failed).toMatchObject({ state: 'failed' })
  expect(await jobs.retry('mail', failed?.id ?? '')).toBe(true)
  expect(await jobs.retry('mail', '00000000-0000-4000-8000-000000000000')).toBe(false)
  const done: number[] = []
  await jobs.drain(handle(async ({ outboxId }) => void done.push(outboxId)))
  expect(done).toEqual([1])
})

test('errors in the workers are logged as they are', async () => {
  const jobs = openJobs()
  const logged: object[] = []
  jobs.logTo({ error: ({ err }: { err: object }) => logged.push(err) } as unknown as FastifyBaseLogger)
  await jobs.work(IDLE)
  const findOfWorker = () => logged.find((error) => 'worker' in error)
  await testDb.db.raw('ALTER TABLE jobs.job_common RENAME TO job_away')
  try {
    await expect.poll(findOfWorker).toBeDefined()
  } finally {
    await testDb.db.raw('ALTER TABLE jobs.job_away RENAME TO job_common')
  }
  expect(describeError(findOfWorker())).toMatchObject({
    code: '42P01',
    stack: expect.stringMatching(/^\s+at /),
  })
})

test('a process closes cleanly although PostgreSQL cuts its connections meanwhile', async () => {
  const jobs = openJobs()
  await jobs.work(IDLE)
  const cutOff = `
    import pg from 'pg'
    const client = new pg.Client(${JSON.stringify(testDb.url)})
    await client.connect()
    // In this database alone: other test files run beside it.
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'shop jobs'")
    await client.end()`
  // In another process and synchronously, so that this one has received PostgreSQL's messages and not read them yet.
  execFileSync(process.execPath, ['--input-type=module', '--eval', cutOff])
  await expect(jobs.close()).resolves.toBeUndefined()
})

test('a process that ends while it starts closes cleanly', async () => {
  // However far its start has got.
  for (const afterMs of [3, 9, 21, 45]) {
    const jobs = openJobs()
    await jobs.open()
    const starting = jobs.work(IDLE)
    await delay(afterMs)
    await jobs.close()
    await starting
  }
})

test('a process leaves the jobs that it has no handler for to others', async () => {
  const jobs = openJobs({ isWorking: false })
  await testDb.db.transaction(async (trx) => {
    await jobs.send(trx, 'mail', { outboxId: 7 })
    await jobs.send(trx, 'invoice', { orderId: 8 })
  })
  const done: number[] = []
  await jobs.drain({ invoice: async ({ orderId }) => void done.push(orderId) })
  expect(done).toEqual([8])
  expect(await readJobs()).toMatchObject([{ state: 'created' }])
})
