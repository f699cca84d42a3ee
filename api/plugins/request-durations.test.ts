import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { BUCKETS, RequestDurations } from './request-durations.ts'

test('what it writes is what prom-client writes of the same requests', async () => {
  const ours = new Registry()
  const theirs = new Registry()
  const durations = new RequestDurations(ours)
  const { name, help } = durations
  const histogram = new Histogram({
    name,
    help,
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [theirs],
  })
  // On each limit, beside it, between them, and above all.
  const seconds = BUCKETS.flatMap((limit) => [limit / 2, limit - 1e-9, limit, limit + 1e-9]).concat(
    0,
    11,
    100,
  )
  for (const labels of [
    { method: 'GET', route: '/api/packages/:id', status: 200 },
    { method: 'GET', route: '/api/packages/:id', status: 404 },
    { method: 'POST', route: 'none', status: 404 },
  ]) {
    for (const value of seconds) {
      durations.observe(labels, value)
      histogram.observe(labels, value)
    }
    seconds.pop()
  }
  expect(await ours.metrics()).toBe(await theirs.metrics())
  expect(await ours.metrics()).toContain(`${name}_count{method="POST",route="none",status="404"} 45`)
})
