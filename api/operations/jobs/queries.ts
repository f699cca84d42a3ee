/** Lists jobs from pg-boss's own tables, which only the class Jobs changes. */
import type { Knex } from 'knex'
import {
  JOB_STATES,
  JobListQuery,
  type Operations,
  QUEUES,
  Job as WireJob,
} from '#api/contract/operations/jobs.ts'
import { countOpenDisputes } from '#api/money/disputes/queries.ts'
import { countFailingEvents } from '#api/money/provider-events/queries.ts'
import { countMoneyToLookAt } from '#api/money/stray-money/queries.ts'
import { countWaitingReviews } from '#api/orders/reviews/queries.ts'
import { countUnread } from '#api/outbound/notifications/queries.ts'
import { countBrokenEndpoints } from '#api/outbound/webhooks/endpoint.ts'
import type { Services } from '#api/platform/app-type.ts'
import { recordEdit } from '#api/platform/audit/record.ts'
import { Conflict, findOrThrow } from '#api/platform/errors.ts'
import type { List } from '#api/platform/lists/define-list.ts'
import type { Page } from '#api/platform/lists/list.ts'
import { containsWord, whereContainsWords } from '#api/platform/lists/search.ts'
import { countUnresolvedMails } from '#api/platform/mail/mail-log.ts'

type QueueName = WireJob['queue']

/** Queues whose failed jobs can be retried. Scheduled jobs simply run again at their next time. */
const RETRYABLE: readonly QueueName[] = QUEUES.filter((name) => name !== 'reconcile' && name !== 'retention')

/** pg-boss's state → the displayed state. */
const STATES = { created: 'waiting', active: 'active', retry: 'retry', failed: 'failed' } as const
const nameOfState = (shown: WireJob['state']) =>
  Object.entries(STATES).find(([, state]) => state === shown)?.[0] ?? 'failed'

/** Kind of a job's subject, by the name of the id in its data. */
const SUBJECTS = {
  eventRowId: 'provider_event',
  outboxId: 'mail',
  refundId: 'refund',
  pictureId: 'picture',
  webhookMessageId: 'webhook_message',
  orderId: 'order',
} as const

interface JobRow {
  id: string
  name: QueueName
  state: keyof typeof STATES
  data: Partial<Record<keyof typeof SUBJECTS, number>> | null
  retryCount: number
  output: unknown
  createdOn: Date
  startAfter: Date
  completedOn: Date | null
}

const HELD = containsWord(
  `' ' || name || ' ' || coalesce(CAST(data AS text), '') || ' ' || coalesce(CAST(output AS text), '')`,
)

/** Defines its own `page`, because pg-boss's table has no model. */
export const jobList: List<typeof JobListQuery, typeof WireJob> = {
  query: JobListQuery,
  row: WireJob,
  page: listJobs,
}

/** Lists jobs. Failed ones only if they can be retried, as in the admin area's counts. */
async function listJobs(db: Knex, list: JobListQuery): Promise<Page<WireJob>> {
  const queues = list.state === 'failed' ? RETRYABLE : QUEUES
  const query = selectJobs(db)
    .where({ state: nameOfState(list.state) })
    .whereIn('name', list.queue ? [list.queue] : queues)
  whereContainsWords(query, HELD, list.q)
  const [counted] = await query.clone().clearSelect().count({ total: '*' })
  const direction = list.sort.startsWith('-') ? 'desc' : 'asc'
  const rows: JobRow[] = await query
    .orderBy([
      { column: 'createdOn', order: direction },
      { column: 'id', order: direction },
    ])
    .limit(list.limit)
    .offset(list.offset)
  return { rows: rows.map(toWireJob), total: Number(counted?.total ?? 0) }
}

export async function countOperations(db: Knex, adminId: number): Promise<Operations> {
  return { ...(await countShopOperations(db)), unreadNotifications: await countUnread(db, adminId) }
}

/** Counts that are the same for every admin. */
export async function countShopOperations(db: Knex): Promise<Omit<Operations, 'unreadNotifications'>> {
  const counted: { name: QueueName; state: keyof typeof STATES; jobs: number }[] = await db('jobs.job')
    .whereIn('name', QUEUES)
    .whereIn('state', Object.keys(STATES))
    .groupBy('name', 'state')
    .select('name', 'state')
    .count({ jobs: '*' })
  const countOf = (name: QueueName, shown: WireJob['state']) =>
    counted.find((one) => one.name === name && STATES[one.state] === shown)?.jobs ?? 0
  const queues = QUEUES.map((name) => ({
    name,
    ...(Object.fromEntries(JOB_STATES.map((state) => [state, countOf(name, state)])) as Record<
      WireJob['state'],
      number
    >),
  }))
  return {
    moneyToLookAt: await countMoneyToLookAt(db),
    openDisputes: await countOpenDisputes(db),
    waitingReviews: await countWaitingReviews(db),
    failedJobs: RETRYABLE.reduce((sum, name) => sum + countOf(name, 'failed'), 0),
    unresolvedMails: await countUnresolvedMails(db),
    failingProviderEvents: await countFailingEvents(db),
    brokenEndpoints: await countBrokenEndpoints(db),
    queues,
  }
}

/**
 * @returns how many seconds the oldest waiting job of each queue is overdue, for a retried job since its creation. Omits queues
 * without overdue jobs.
 */
export async function findOldestJobs(db: Knex): Promise<{ name: QueueName; seconds: number }[]> {
  const { rows } = await db.raw<{ rows: { name: QueueName; seconds: number }[] }>(
    `SELECT name, max(extract(epoch FROM now() - since))::float AS seconds FROM (
       SELECT name, CASE state WHEN 'retry' THEN created_on ELSE start_after END AS since
       FROM jobs.job WHERE state < 'active') AS waiting
     WHERE since < now() GROUP BY name`,
  )
  return rows
}

/** Queues a failed job again. @throws NotFound; Conflict job_not_retryable, job_not_failed */
export async function retryJob(
  { db, jobs }: Services,
  { queue, id, adminId }: { queue: QueueName; id: string; adminId: number },
): Promise<WireJob> {
  if (!RETRYABLE.includes(queue)) throw new Conflict('job_not_retryable', 'The next one runs automatically')
  return db.transaction(async (trx) => {
    const job = await findOrThrow(findJob(trx, queue, id), 'Job')
    if (!(await jobs.retry(queue, id, trx))) {
      throw new Conflict('job_not_failed', 'This job has not failed. It is done or will be retried.')
    }
    const { subject } = toWireJob(job)
    const about = { actorId: adminId, subjectId: subject?.id ?? 0, label: `${queue} ${subject?.id ?? id}` }
    await recordEdit(trx, { ...about, subject: 'job' }, { state: 'failed' }, { state: 'retry' })
    return toWireJob((await findJob(trx, queue, id)) ?? job)
  })
}

async function findJob(trx: Knex.Transaction, name: QueueName, id: string): Promise<JobRow | undefined> {
  const [job] = (await selectJobs(trx).where({ name, id })) as JobRow[]
  // pg-boss keeps completed jobs for a while.
  return job && job.state in STATES ? job : undefined
}

function selectJobs(db: Knex) {
  return db('jobs.job').select<JobRow[]>(
    'id',
    'name',
    'state',
    'data',
    'retryCount',
    'output',
    'createdOn',
    'startAfter',
    'completedOn',
  )
}

function toWireJob(job: JobRow): WireJob {
  return {
    id: job.id,
    queue: job.name,
    state: STATES[job.state],
    subject: toSubject(job.data),
    tries: job.retryCount + (job.state === 'failed' || job.state === 'active' ? 1 : 0),
    error: toMessage(job.output),
    createdAt: job.createdOn.toISOString(),
    triedAgainAt: job.state === 'retry' ? job.startAfter.toISOString() : null,
    failedAt: job.state === 'failed' ? (job.completedOn?.toISOString() ?? null) : null,
    canRetry: job.state === 'failed' && RETRYABLE.includes(job.name),
  }
}

function toSubject(data: JobRow['data']): WireJob['subject'] {
  for (const [name, kind] of Object.entries(SUBJECTS)) {
    const id = data?.[name as keyof typeof SUBJECTS]
    if (id !== undefined) return { kind, id }
  }
  return null
}

function toMessage(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null
  const { message } = output as { message?: unknown }
  return typeof message === 'string' ? message : null
}
