/**
 * The shop's figures: three statements that read what the database keeps counted (db/tallies.ts), whatever the number of
 * orders. Revenue is money that came and stayed, less what went back of it.
 */
import type { Knex } from 'knex'
import type { Overview, RevenueStep } from '../../contract/overview.ts'
import { toDecimal } from '../../contract/pricing.ts'

const TOTALS = `SELECT
    (coalesce(sum(cents) FILTER (WHERE counted = 'payments'), 0)
      - coalesce(sum(cents) FILTER (WHERE counted = 'refunds'), 0))::bigint AS "revenueCents",
    coalesce(sum(n) FILTER (WHERE counted = 'users'), 0)::bigint AS customers,
    coalesce(sum(n) FILTER (WHERE counted = 'orders'), 0)::bigint AS orders,
    coalesce(sum(n) FILTER (WHERE counted = 'registrations'), 0)::bigint AS registrations
  FROM tallied
  WHERE counted IN ('payments', 'refunds', 'orders', 'registrations') OR (counted = 'users' AND by_name = 'customer')`

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

const FIRST_DAY = `to_char(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '${STEPS.month - 1} month', 'YYYY-MM-DD')`

/**
 * The tallies are read once, by day; the longest series, twelve months, holds the others. What went back is taken from
 * the day its payment came, so that the steps add up to the total.
 */
const REVENUE = `WITH daily AS MATERIALIZED (
    SELECT by_name::timestamp AS day, sum(CASE counted WHEN 'payments' THEN cents ELSE -cents END) AS cents,
      sum(CASE counted WHEN 'payments' THEN n ELSE 0 END) AS payments
    FROM tallied
    WHERE counted IN ('payments', 'refunds') AND by_name >= ${FIRST_DAY}
    GROUP BY 1)
  ${(Object.keys(STEPS) as Unit[]).map(steps).join(' UNION ALL ')} ORDER BY start`

const ORDERS = `WITH counted AS MATERIALIZED (
    SELECT by_id AS package_id, by_name AS status, sum(n)::bigint AS orders
    FROM tallied WHERE counted = 'orders' GROUP BY by_id, by_name)
  SELECT 'status' AS kind, NULL AS id, status AS name, sum(orders)::bigint AS orders
  FROM counted GROUP BY status HAVING sum(orders) > 0
  UNION ALL
  SELECT 'package', packages.id, packages.name, sum(orders)::bigint
  FROM counted JOIN packages ON packages.id = counted.package_id
  GROUP BY packages.id HAVING sum(orders) > 0
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
