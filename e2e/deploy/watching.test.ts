/** A real Prometheus with production's files watches real processes: figures, and an alert that fires and ends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiProcess } from '#api/testing/api-process.ts'
import { openTestApp, TEST_CREDENTIALS } from '#api/testing/test-app.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { insertOrder } from '#db/testing/builders.ts'
import { NodeProcess } from '#db/testing/node-process.ts'
import { ensurePrometheus, Prometheus, runPromtool } from '#e2e/servers/prometheus.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { isLong } from './pace.ts'

const SEEN_WITHIN_MS = 60_000

describe.runIf(isLong)('Prometheus', () => {
  /** Provides database and sandbox. */
  const shop = openTestApp()
  let api: ApiProcess
  let worker: NodeProcess
  let prometheus: Prometheus
  let targets: Record<'api' | 'worker', string[]>

  beforeAll(async () => {
    ensurePrometheus()
    const ports = { api: await findFreePort(), worker: await findFreePort() }
    targets = { api: [`127.0.0.1:${ports.api}`], worker: [`127.0.0.1:${ports.worker}`] }
    api = await ApiProcess.create({
      args: SERVE_ARGS,
      databaseUrl: shop.dbUrl,
      providerUrl: shop.sandboxUrl,
      credentials: TEST_CREDENTIALS,
      sessionSecret: shop.env.sessionSecrets[0] ?? '',
      variables: { METRICS_PORT: String(ports.api) },
    })
    await api.start()
    worker = await NodeProcess.start({
      args: ['api/worker.ts'],
      readyOutput: 'worker works',
      env: {
        DATABASE_URL: shop.dbUrl,
        PUBLIC_ORIGIN: 'http://localhost:4321',
        SITE_DIR: '.data/watched-site',
        METRICS_PORT: String(ports.worker),
      },
    })
    prometheus = await Prometheus.start(targets)
  })
  afterAll(async () => {
    await prometheus?.stop()
    await worker?.kill()
    await api?.kill()
  })

  test('accepts the files of production, and each alert fires where it should', () => {
    expect(runPromtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS')
    expect(runPromtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
  })

  const expectValue = (promql: string, value: string | undefined) =>
    expect
      .poll(async () => (await prometheus.query(promql))[0]?.value[1], { timeout: SEEN_WITHIN_MS })
      .toBe(value)

  test('scrapes the API process and the worker on their ports', async () => {
    await expectValue('sum(up)', '2')
    const memory = await prometheus.query('process_resident_memory_bytes')
    expect(memory.map(({ metric }) => metric.job).sort()).toEqual(['api', 'worker'])
  })

  test('reads figures of the shop, and alerts of an unsettled payment until it is settled', async () => {
    const firing = 'count(ALERTS{alertname="PaymentsUnsettled", alertstate="firing"})'
    await expectValue('max(shop_unsettled_orders)', '0')
    expect(await prometheus.query(firing)).toEqual([])
    // The order does not exist at the provider, so that reconciliation does not settle it.
    const { id } = await insertOrder(shop.db, {
      paymentStatus: 'unpaid',
      createdAt: new Date(Date.now() - 31 * 60_000),
    })
    await expectValue('max(shop_unsettled_orders)', '1')
    await expectValue(firing, '1')
    await shop.db('orders').where({ id }).update({ status: 'cancelled' })
    await expectValue(firing, undefined)
  })
})
