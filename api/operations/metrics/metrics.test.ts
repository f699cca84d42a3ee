import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { refreshOverview } from '#api/operations/overview/overview.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { createDb } from '#db/connection/connection.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { setMark } from '#db/models/platform/operation-mark.ts'
import { insertOrder, insertPaidOrder, insertPayment } from '#db/testing/builders.ts'
import { serveMetrics } from './metrics-port.ts'
import { addShopMetrics } from './shop-metrics.ts'

const shop = openTestApp()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Reads the metrics without a cache. @returns values by name and labels */
async function readMetrics(): Promise<Record<string, number>> {
  const registry = new Registry()
  addShopMetrics(registry, shop.db)
  return parseMetrics(await registry.metrics())
}

function parseMetrics(text: string): Record<string, number> {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

describe('the figures of the shop', () => {
  test('are orders and money by state, as of the minute when they were counted', async () => {
    const priceOf = (cents: number) => ({ originalCents: cents, amountCents: cents })
    await insertPaidOrder(shop.db, { ...priceOf(9_950), status: 'processing' })
    await insertPaidOrder(shop.db, { ...priceOf(5_000), status: 'processing' })
    await insertOrder(shop.db, { ...priceOf(700), paymentStatus: 'unpaid', status: 'cancelled' })
    const yen = { ...priceOf(29_500), currency: 'JPY' }
    await insertPaidOrder(shop.db, { ...yen, status: 'processing' })
    const { asOf } = await refreshOverview(shop.db)
    expect(await readMetrics()).toMatchObject({
      'shop_orders{status="processing",payment="paid"}': 3,
      'shop_orders_dollars{status="processing",payment="paid"}': 149.5,
      'shop_orders_amount{status="processing",payment="paid",currency="USD"}': 149.5,
      'shop_orders_amount{status="processing",payment="paid",currency="JPY"}': 29_500,
      'shop_orders{status="cancelled",payment="unpaid"}': 1,
      'shop_orders_dollars{status="cancelled",payment="unpaid"}': 7,
      shop_figures_timestamp_seconds: asOf.getTime() / 1000,
    })
  })

  test('have an order that is undecided after its half hour', async () => {
    const unpaid = { paymentStatus: 'unpaid', status: 'pending' } as const
    await insertOrder(shop.db, { ...unpaid, createdAt: minutesAgo(29) })
    expect((await readMetrics()).shop_unsettled_orders).toBe(0)
    await insertOrder(shop.db, { ...unpaid, createdAt: minutesAgo(31) })
    expect((await readMetrics()).shop_unsettled_orders).toBe(1)
  })

  test('have the age of the oldest provider event that is not handled', async () => {
    const insertEvent = (eventId: string, minutes: number, processedAt: Date | null) =>
      ProviderEvent.query(shop.db).insert({
        provider: shop.gateway.name,
        eventId,
        eventType: 'payment.captured',
        payload: {},
        receivedAt: minutesAgo(minutes),
        processedAt,
      })
    await insertEvent('handled', 60, new Date())
    expect((await readMetrics()).shop_provider_event_oldest_seconds).toBe(0)
    await insertEvent('older', 10, null)
    await insertEvent('newer', 1, null)
    const { shop_provider_event_oldest_seconds: seconds } = await readMetrics()
    expect(seconds).toBeGreaterThanOrEqual(600)
    expect(seconds).toBeLessThan(660)
  })

  test('have length and oldest age of each queue, without jobs that are not due', async () => {
    await shop.db.transaction(async (trx) => {
      await shop.jobs.send(trx, 'invoice', { orderId: 1 })
      await shop.jobs.send(trx, 'mail', { outboxId: 1 }, { startAfterSeconds: 600 })
      await shop.jobs.send(trx, 'refund', { refundId: 1 })
    })
    await shop
      .db('jobs.job')
      .where({ name: 'invoice' })
      .update({ startAfter: minutesAgo(5) })
    await shop
      .db('jobs.job')
      .where({ name: 'refund' })
      .update({ state: 'retry', createdOn: minutesAgo(20) })
    const metrics = await readMetrics()
    expect(metrics).toMatchObject({
      'shop_jobs{queue="invoice",state="waiting"}': 1,
      'shop_jobs{queue="mail",state="waiting"}': 1,
      'shop_jobs{queue="refund",state="retry"}': 1,
      'shop_jobs{queue="provider-event",state="failed"}': 0,
      'shop_queue_oldest_seconds{queue="mail"}': 0,
      'shop_queue_oldest_seconds{queue="provider-event"}': 0,
    })
    expect(metrics['shop_queue_oldest_seconds{queue="invoice"}']).toBeCloseTo(300, -1.5)
    expect(metrics['shop_queue_oldest_seconds{queue="refund"}']).toBeCloseTo(1_200, -1.5)
  })

  test('have what waits for a person, as the admin area counts it', async () => {
    await insertPayment(shop.db)
    expect(await readMetrics()).toMatchObject({
      'shop_waiting{kind="money"}': 1,
      'shop_waiting{kind="disputes"}': 0,
      'shop_waiting{kind="mails"}': 0,
    })
  })

  test('have when the last backup was made, whether its proof failed, and the last good build', async () => {
    expect(await readMetrics()).not.toHaveProperty('shop_mark_timestamp_seconds{mark="backup"}')
    await setMark(shop.db, 'backup', { file: 'shop.dump', bytes: 1 })
    await setMark(shop.db, 'backup_proof', { file: 'shop.dump' })
    await setMark(shop.db, 'published')
    const metrics = await readMetrics()
    for (const mark of ['backup', 'backup_proof', 'published'])
      expect(metrics[`shop_mark_timestamp_seconds{mark="${mark}"}`]).toBeCloseTo(Date.now() / 1000, -1.5)
    expect(metrics.shop_backup_proof_failed).toBe(0)
    await setMark(shop.db, 'backup_proof', { file: 'shop.dump', problem: 'Restored differently' })
    expect((await readMetrics()).shop_backup_proof_failed).toBe(1)
  })

  test('name nobody, and have few labels', async () => {
    await insertPaidOrder(shop.db)
    await refreshOverview(shop.db)
    const names = Object.keys(await readMetrics())
    expect(names.filter((name) => /@|Clara|Whitfield|package/.test(name))).toEqual([])
    expect(names.length).toBeLessThan(80)
  })

  test('are read once, however many ask', async () => {
    const registry = new Registry()
    addShopMetrics(registry, shop.db)
    let statements = 0
    const count = () => {
      statements += 1
    }
    shop.db.on('query', count)
    await Promise.all([registry.metrics(), registry.metrics()])
    const once = statements
    await registry.metrics()
    shop.db.off('query', count)
    expect(once).toBeGreaterThan(0)
    expect(statements).toBe(once)
    expect(once).toBeLessThan(20)
  })

  test('do not read the jobs that are done, which are stored for a month', async () => {
    await shop.jobs.open()
    await shop.db.raw(
      `INSERT INTO jobs.job (name, data, state, policy) SELECT name, '{}', 'completed', policy
       FROM jobs.queue, generate_series(1, 20000) WHERE name = 'mail'`,
    )
    await shop.db.raw('ANALYZE jobs.job')
    const asked: { sql: string; bindings: unknown[] }[] = []
    const note = (query: (typeof asked)[number]) => asked.push(query)
    shop.db.on('query', note)
    await readMetrics()
    shop.db.off('query', note)
    const plans = await Promise.all(
      asked
        .filter(({ sql }) => /from "?jobs/i.test(sql))
        .map(({ sql, bindings }) => {
          let nth = 0
          const text = sql.replaceAll(/\$\d+/g, () => '?').replaceAll('?', () => `'${bindings[nth++]}'`)
          return shop.db.raw(`EXPLAIN ${text}`)
        }),
    )
    expect(plans).toHaveLength(2)
    expect(JSON.stringify(plans.map(({ rows }) => rows))).not.toContain('Seq Scan on job_common')
  })

  test('are absent while the database is away, where 0 would look like all is well', async () => {
    const away = createDb('postgres://nobody@127.0.0.1:9/none')
    const registry = new Registry()
    addShopMetrics(registry, away)
    expect(parseMetrics(await registry.metrics())).toEqual({ shop_database_up: 0 })
    await away.destroy()
  })
})

test('the port of the metrics is there where METRICS_PORT names one, and has nothing else', async () => {
  expect(await serveMetrics({ metricsPort: undefined, metricsHost: '127.0.0.1' }, shop.app.metrics)).toBe(
    undefined,
  )
  const server = await serveMetrics({ metricsPort: 0, metricsHost: '127.0.0.1' }, shop.app.metrics)
  const { port } = (server as Server).address() as AddressInfo
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  const response = await ask('/metrics')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, shop.app.metrics.contentType])
  expect(parseMetrics(await response.text())).toMatchObject({ shop_database_up: 1 })
  for (const path of ['/', '/api/healthz', '/api/packages', '/metrics/'])
    expect((await ask(path)).status).toBe(404)
  expect((await ask('/metrics', 'POST')).status).toBe(404)
  server?.close()
})

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}

describe('the alerts', () => {
  const root = resolve(import.meta.dirname, '..', '..', '..')
  const file = parse(readFileSync(resolve(root, 'api/deploy/prometheus/alerts.yml'), 'utf8'))
  const rules = (file as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

  test('name metrics that a process exports, and marks, queues and kinds that there are', async () => {
    const response = await shop.app.inject('/api/metrics')
    const exported = new Set([...response.body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
    for (const { alert, expr } of rules) {
      const named = [...expr.matchAll(/\b(?:up|(?:shop|http|db|process|nodejs)_\w+)\b/g)].map(
        ([name]) => name,
      )
      expect(named, alert).not.toEqual([])
      for (const name of named) {
        // `up` and three series of a histogram come from Prometheus itself.
        if (name === 'up') continue
        expect([...exported], alert).toContain(name.replace(/_(bucket|count|sum)$/, ''))
      }
    }
  })

  test('say how urgent they are, what happened and what to do', () => {
    for (const { labels, annotations } of rules) {
      expect.soft(['page', 'ticket']).toContain(labels.severity)
      expect.soft(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) })
    }
  })
})
