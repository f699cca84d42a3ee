/**
 * The shop's figures: three statements, whatever the number of orders. The totals read all there is; the revenue by time
 * reads twelve months from an index alone (migration 0010).
 */
import type { Knex } from 'knex'
import type { Overview, RevenueStep } from '../../contract/overview.ts'
import { toDecimal } from '../../contract/pricing.ts'

/** Money that came and stayed: a payment refunded as a whole has another status, a second capture fulfils nothing. */
const KEPT = `payments.fulfils_order AND payments.status = 'captured'`

/** What went back of it. */
const PARTS_REFUNDED = `refunds JOIN payments ON payments.id = refunds.payment_id
  WHERE refunds.status = 'processed' AND ${KEPT}`

const TOTALS = `SELECT
  (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE ${KEPT})
    - (SELECT coalesce(sum(refunds.amount_cents), 0) FROM ${PARTS_REFUNDED}) AS "revenueCents",
  (SELECT count(*) FROM users) - (SELECT count(*) FROM users WHERE is_admin) AS customers,
  (SELECT count(*) FROM orders) AS orders,
  (SELECT count(*) FROM registrations) AS registrations`

/** Unit → how many of them, this one included. */
const STEPS = { day: 30, week: 12, month: 12 } as const
type Unit = keyof typeof STEPS

const steps = (unit: Unit) => `
  SELECT '${unit}' AS unit, to_char(step, 'YYYY-MM-DD') AS start, coalesce(sum(cents), 0) AS cents,
    coalesce(sum(payments), 0)::integer AS payments
  FROM generate_series(
    date_trunc('${unit}', now() AT TIME ZONE 'UTC') - interval '${STEPS[unit] - 1} ${unit}',
    date_trunc('${unit}', now() AT TIME ZONE 'UTC'), interval '1 ${unit}') AS step
  LEFT JOIN daily ON date_trunc('${unit}', daily.day) = step
  GROUP BY step`

const FIRST_DAY = `(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '${STEPS.month - 1} month') AT TIME ZONE 'UTC'`

/**
 * The payments are read once, by day; the longest series, twelve months, holds the others. What went back is taken from
 * the day its payment came, so that the steps add up to the total.
 */
const REVENUE = `WITH daily AS MATERIALIZED (
    SELECT date_trunc('day', captured_at AT TIME ZONE 'UTC') AS day, sum(amount_cents) AS cents, count(*) AS payments
    FROM payments
    WHERE ${KEPT} AND captured_at >= ${FIRST_DAY}
    GROUP BY 1
    UNION ALL
    SELECT date_trunc('day', payments.captured_at AT TIME ZONE 'UTC'), -sum(refunds.amount_cents), 0
    FROM ${PARTS_REFUNDED} AND payments.captured_at >= ${FIRST_DAY}
    GROUP BY 1)
  ${(Object.keys(STEPS) as Unit[]).map(steps).join(' UNION ALL ')} ORDER BY start`

const ORDERS = `
  SELECT 'status' AS kind, NULL AS id, status AS name, count(*) AS orders FROM orders GROUP BY status
  UNION ALL
  SELECT 'package', packages.id, packages.name, counted.orders
  FROM (SELECT package_id, count(*) AS orders FROM orders GROUP BY package_id) AS counted
  JOIN packages ON packages.id = counted.package_id
  ORDER BY orders DESC, name`

interface Totals {
  revenueCents: number
  customers: number
  orders: number
  registrations: number
}
type Step = { unit: Unit; cents: number } & Omit<RevenueStep, 'amount'>
type Counted =
  | { kind: 'status'; name: Overview['ordersByStatus'][number]['status']; orders: number }
  | { kind: 'package'; id: number; name: string; orders: number }

export async function countOverview(db: Knex): Promise<Overview> {
  const read = async <Row>(sql: string) => (await db.raw<{ rows: Row[] }>(sql)).rows
  const [[totals], revenue, orders] = await Promise.all([
    read<Totals>(TOTALS),
    read<Step>(REVENUE),
    read<Counted>(ORDERS),
  ])
  if (!totals) throw new Error('Totals are one row')
  const seriesOf = (wanted: Unit): RevenueStep[] =>
    revenue
      .filter(({ unit }) => unit === wanted)
      .map(({ start, cents, payments }) => ({ start, amount: toDecimal(Number(cents)), payments }))
  return {
    totalRevenue: toDecimal(totals.revenueCents),
    totalCustomers: totals.customers,
    totalOrders: totals.orders,
    totalRegistrations: totals.registrations,
    revenue: { day: seriesOf('day'), week: seriesOf('week'), month: seriesOf('month') },
    ordersByPackage: orders.flatMap((row) =>
      row.kind === 'package' ? [{ id: row.id, name: row.name, orders: row.orders }] : [],
    ),
    ordersByStatus: orders.flatMap((row) =>
      row.kind === 'status' ? [{ status: row.name, orders: row.orders }] : [],
    ),
  }
}
