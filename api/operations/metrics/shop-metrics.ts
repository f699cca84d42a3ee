/** The shop's own Prometheus metrics, besides those of its processes (docs/deployment.md, Watching). */
import type { Knex } from 'knex'
import { Gauge, type Registry } from 'prom-client'
import { JOB_STATES, QUEUES } from '#api/contract/operations/jobs.ts'
import { findOldestEventAge } from '#api/money/provider-events/queries.ts'
import { countUnsettledOrders } from '#api/money/provider-events/reconcile.ts'
import { countShopOperations, findOldestJobs } from '#api/operations/jobs/queries.ts'
import { findStoredFigures } from '#api/operations/overview/overview.ts'
import { money, toNumber } from '#api/rules/money/money.ts'
import { OperationMark } from '#db/models/platform/operation-mark.ts'

/** Shorter than the scrape interval. Simultaneous scrapes share one read of the database. */
const CACHED_FOR_MS = 10_000
/** Keeps metrics from adding load to an overloaded database. */
const STATEMENTS_END_WITHIN = '3s'

type ShopFigures = Awaited<ReturnType<typeof readFigures>>
type Sample = [value: number, labels?: Record<string, string>]

interface ShopMetric {
  name: string
  help: string
  labelNames?: string[]
  list(figures: ShopFigures): Sample[]
}

/** Labels must have few values and no personal data. */
const METRICS: readonly ShopMetric[] = [
  {
    name: 'shop_orders',
    help: 'Orders by status of the work and of the payment',
    labelNames: ['status', 'payment'],
    list: ({ states }) =>
      states.map(({ status, paymentStatus: payment, orders }) => [orders, { status, payment }]),
  },
  {
    name: 'shop_orders_dollars',
    help: 'What these orders cost, in dollars',
    labelNames: ['status', 'payment'],
    list: ({ states }) =>
      states.flatMap(({ status, paymentStatus: payment, currency = 'USD', cents }) =>
        currency === 'USD' ? [[cents / 100, { status, payment }]] : [],
      ),
  },
  {
    name: 'shop_orders_amount',
    help: 'What these orders cost, in units of each currency',
    labelNames: ['status', 'payment', 'currency'],
    list: ({ states }) =>
      states.map(({ status, paymentStatus: payment, currency = 'USD', cents }) => [
        toNumber(money(Number(cents), currency)),
        { status, payment, currency },
      ]),
  },
  {
    name: 'shop_figures_timestamp_seconds',
    help: 'When the job of each minute last counted orders and money',
    list: ({ countedAt }) => (countedAt ? [[countedAt.getTime() / 1000]] : []),
  },
  {
    name: 'shop_unsettled_orders',
    help: 'Orders that should be paid or given up by now and are neither',
    list: ({ unsettledOrders }) => [[unsettledOrders]],
  },
  {
    name: 'shop_provider_event_oldest_seconds',
    help: 'How long the oldest event of the payment provider waits to be handled',
    list: ({ oldestWebhookSeconds }) => [[oldestWebhookSeconds]],
  },
  {
    name: 'shop_waiting',
    help: 'What waits for a person, as the admin area counts it',
    labelNames: ['kind'],
    list: ({ operations }) => [
      [operations.moneyToLookAt, { kind: 'money' }],
      [operations.openDisputes, { kind: 'disputes' }],
      [operations.failedJobs, { kind: 'jobs' }],
      [operations.unresolvedMails, { kind: 'mails' }],
      [operations.failingProviderEvents, { kind: 'provider_events' }],
      [operations.brokenEndpoints, { kind: 'webhooks' }],
    ],
  },
  {
    name: 'shop_jobs',
    help: 'Background jobs by queue and state',
    labelNames: ['queue', 'state'],
    list: ({ operations }) =>
      operations.queues.flatMap((queue) =>
        JOB_STATES.map((state): Sample => [queue[state], { queue: queue.name, state }]),
      ),
  },
  {
    name: 'shop_queue_oldest_seconds',
    help: 'How long the oldest job waits that is due',
    labelNames: ['queue'],
    list: ({ oldestJobs }) =>
      QUEUES.map((queue) => [oldestJobs.find(({ name }) => name === queue)?.seconds ?? 0, { queue }]),
  },
  {
    name: 'shop_mark_timestamp_seconds',
    help: 'When something last happened: a backup, its proof, a build of the pages, a sign of the worker',
    labelNames: ['mark'],
    list: ({ marks }) => marks.map(({ name, markedAt }) => [markedAt.getTime() / 1000, { mark: name }]),
  },
  {
    name: 'shop_backup_proof_failed',
    help: 'Whether the backup that was last restored as a test differed',
    list: ({ marks }) => [[marks.some(({ details }) => details.problem !== undefined) ? 1 : 0]],
  },
]

/**
 * Registers the shop's metrics. While the database is unreachable, they are absent and `shop_database_up` is 0. Every process
 * reports the same values, so alert rules take their maximum.
 */
export function addShopMetrics(registry: Registry, db: Knex): void {
  let cached: { untilMs: number; figures: Promise<ShopFigures | undefined> } | undefined
  const getFigures = () => {
    if (!cached || cached.untilMs < performance.now()) {
      const figures = readFigures(db).catch(() => undefined)
      cached = { untilMs: performance.now() + CACHED_FOR_MS, figures }
    }
    return cached.figures
  }
  const add = (
    { name, help, labelNames = [] }: Omit<ShopMetric, 'list'>,
    list: (figures?: ShopFigures) => Sample[],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const samples = list(await getFigures())
        this.reset()
        // Removes the sample of 0 without labels that `reset` leaves.
        this.remove({})
        // Adds up values, because orders of one state have a row for each currency.
        for (const [value, labels = {}] of samples) this.inc(labels, value)
      },
    })
  const up = { name: 'shop_database_up', help: 'Whether the figures could be read from the database' }
  add(up, (figures) => [[figures ? 1 : 0]])
  for (const metric of METRICS) add(metric, (figures) => (figures ? metric.list(figures) : []))
}

/** Reads the figures in sequence, on one connection of the pool. */
function readFigures(db: Knex) {
  return db.transaction(
    async (trx) => {
      await trx.raw(`SET LOCAL statement_timeout = '${STATEMENTS_END_WITHIN}'`)
      const stored = await findStoredFigures(trx)
      return {
        countedAt: stored?.asOf,
        // Figures stored by an older version lack these.
        states: stored?.figures.ordersByState ?? [],
        unsettledOrders: await countUnsettledOrders(trx),
        oldestWebhookSeconds: await findOldestEventAge(trx),
        operations: await countShopOperations(trx),
        oldestJobs: await findOldestJobs(trx),
        marks: await OperationMark.query(trx),
      }
    },
    { readOnly: true },
  )
}
