import type { Metric, Registry } from 'prom-client'

/** In seconds. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: { method: string; route: string; status: number }
  /** In each bucket alone; the last is above all of them. */
  counts: number[]
  sum: number
}

/**
 * How long requests took, as a histogram of Prometheus. Counted here and not by prom-client's `observe`, which checks, sorts
 * and joins the labels each time: a twelfth of all that a kept answer takes.
 */
export class RequestDurations {
  readonly name = 'http_request_duration_seconds'
  readonly help = 'How long requests took, by route as registered'
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly #series = new Map<string, Series>()

  constructor(registry: Registry) {
    // Its types know of its own classes alone; what it asks for are these fields and `get`.
    registry.registerMetric(this as unknown as Metric)
  }

  /** @param route as registered, never the URL: a label must not have as many values as there are visitors */
  observe({ method, route, status }: Series['labels'], seconds: number): void {
    const key = `${method} ${status} ${route}`
    let series = this.#series.get(key)
    if (!series) {
      series = { labels: { method, route, status }, counts: BUCKETS.map(() => 0).concat(0), sum: 0 }
      this.#series.set(key, series)
    }
    let bucket = 0
    while (seconds > (BUCKETS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
    series.sum += seconds
  }

  async get() {
    const { name, help, type, aggregator } = this
    return { name, help, type, aggregator, values: [...this.#series.values()].flatMap(this.#describe) }
  }

  readonly #describe = ({ labels, counts, sum }: Series) => {
    let count = 0
    const buckets = counts.map((inBucket, nth) => {
      count += inBucket
      const le = BUCKETS[nth] ?? '+Inf'
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ]
  }
}
